package io.rafiki.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where a model comes from: what was measured, on what, and by which command the model was made.
 *
 * @param environment what all trials say of their surroundings (hardware, cores, heapMiB, Cassandra version, JVM, data shape,
 *     memory limit), key to value, in a fixed order; a value that differs between trials is a list of the values
 * @param trials number of trials that the model was trained on
 * @param trialsHash SHA-256 of the trials' file
 * @param command that made the model
 * @param seed of the training
 * @param recipe how the networks were trained, combined and chosen, in one line; empty where not known
 */
public record Provenance(
        Map<String, String> environment, int trials, String trialsHash, String command, long seed, String recipe) {

    public Provenance {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** Without a recipe. */
    public Provenance(Map<String, String> environment, int trials, String trialsHash, String command, long seed) {
        this(environment, trials, trialsHash, command, seed, "");
    }

    /** The same with a recipe. */
    public Provenance recipe(String line) {
        return new Provenance(environment, trials, trialsHash, command, seed, line);
    }

    /** All of it as text, key to value, in a fixed order. */
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
