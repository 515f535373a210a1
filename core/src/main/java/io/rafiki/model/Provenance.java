package io.rafiki.model;

import io.rafiki.knob.NodeResources;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The origin of a model: the measured environment, the trials and the training.
 *
 * @param environment properties that all trials record (hardware, cores, heapMiB, release, JVM, data shape, memory limit), key to
 *     value, in a fixed order; a property that differs between trials is a list of its values
 * @param trials number of trials
 * @param trialsHash SHA-256 of the trials' file
 * @param command command that trained the model
 * @param seed seed of the training
 * @param recipe training method in one line; empty if unknown
 */
public record Provenance(
        Map<String, String> environment, int trials, String trialsHash, String command, long seed, String recipe) {

    /** The property with the rate of the trials in operations per second, if the model predicts the p99 at that rate. */
    public static final String OPEN_LOOP_RATE = "openLoopRate";

    /** The property with the greatest throughput of a trial that did not carry that rate, if it is above the rate. */
    public static final String NOT_CARRIED_AT = "notCarriedAt";

    public Provenance {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** A provenance without a recipe. */
    public Provenance(Map<String, String> environment, int trials, String trialsHash, String command, long seed) {
        this(environment, trials, trialsHash, command, seed, "");
    }

    /** A copy with a recipe. */
    public Provenance recipe(String line) {
        return new Provenance(environment, trials, trialsHash, command, seed, line);
    }

    /** Cores and heap of the trials' node; 2 cores and 1,024 MiB where they differ between trials or are unknown. */
    public NodeResources machine() {
        try {
            return new NodeResources(
                    Integer.parseInt(environment.getOrDefault("cores", "2")),
                    Long.parseLong(environment.getOrDefault("heapMiB", "1024")));
        } catch (NumberFormatException several) {
            return new NodeResources(2, 1024);
        }
    }

    /** The release of the node or server; {@code cassandra} in old models. Empty if unknown. */
    public Optional<String> release() {
        return Optional.ofNullable(environment.getOrDefault("release", environment.get("cassandra")));
    }

    /** The rate of the p99 at a rate, in operations per second; empty if the model does not predict it. */
    public OptionalDouble openLoopRate() {
        return number(OPEN_LOOP_RATE);
    }

    /** The greatest throughput of a trial that did not carry that rate, in operations per second; empty if it is below the rate. */
    public OptionalDouble notCarriedAt() {
        return number(NOT_CARRIED_AT);
    }

    private OptionalDouble number(String property) {
        try {
            String number = environment.get(property);
            return number == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(number));
        } catch (NumberFormatException damaged) {
            return OptionalDouble.empty();
        }
    }

    /** All properties as text, key to value, in a fixed order. */
    public Map<String, String> toMap() {
        Map<String, String> map = new LinkedHashMap<>(environment);
        map.put("trials", Integer.toString(trials));
        map.put("trialsHash", trialsHash);
        map.put("command", command);
        map.put("seed", Long.toString(seed));
        if (!recipe.isEmpty()) {
            map.put("recipe", recipe);
        }
        return map;
    }
}
