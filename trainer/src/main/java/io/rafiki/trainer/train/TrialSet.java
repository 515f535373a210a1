package io.rafiki.trainer.train;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.Machine;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Provenance;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.trial.Latency;
import io.rafiki.trainer.trial.Status;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The trials of a file as samples to train on: those with status ok, and an account of the others.
 *
 * @param measured for each metric the trials with status ok that measured it, if they are enough
 * @param unlearnt why a latency that some trials measured cannot be learnt
 * @param counts number of trials of each status
 * @param environment what the trials ran on and what their clients did, key to value; where trials differ, all values
 * @param hash SHA-256 of the file
 */
public record TrialSet(
        Map<Metric, Measured> measured,
        Map<Metric, String> unlearnt,
        Map<Status, Integer> counts,
        Map<String, String> environment,
        String hash) {

    /** Fewest trials that a model for a node is trained on. */
    public static final int FEWEST = 20;

    /** Fewest operations whose 99th percentile is taken for one. */
    private static final long FEWEST_OPERATIONS = 500;

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * One metric of the trials.
     *
     * @param samples one for each trial, set right for the drift if that is shown
     * @param ids of the trials, in the order of the samples
     * @param drift of the machine meanwhile
     */
    public record Measured(Samples samples, List<String> ids, Drift drift) {

        public Measured {
            ids = List.copyOf(ids);
        }
    }

    /**
     * Reads trials and finds the space that they were drawn from: that of the plan, if there is one, else all knobs that the
     * trials name.
     *
     * @param trials a file of trials
     * @param plan the plan of the campaign; it need not exist
     * @param catalogue of the knobs
     * @throws IOException with one line if the file cannot be read, or too little can be learnt from it
     * @throws ConfigException with one line if plan or catalogue are wrong
     */
    public static TrialSet read(Path trials, Path plan, Path catalogue) throws IOException, ConfigException {
        return read(trials, plan, catalogue, FEWEST);
    }

    /**
     * Reads trials that are looked at rather than learnt from, as {@link #read(Path, Path, Path)} does.
     *
     * @param fewest trials with status ok; at least 1
     */
    public static TrialSet read(Path trials, Path plan, Path catalogue, int fewest)
            throws IOException, ConfigException {
        if (!Files.isRegularFile(trials)) {
            throw new IOException(trials + ": expected a file of trials, found "
                    + (Files.exists(trials) ? "no regular file" : "nothing") + ". rafiki collect makes one.");
        }
        List<Trial> all = Trials.read(trials);
        Map<Status, Integer> counts = new EnumMap<>(Status.class);
        all.forEach(trial -> counts.merge(trial.status(), 1, Integer::sum));
        List<Trial> measured = all.stream().filter(Trial::isOk).toList();
        try {
            if (measured.size() < fewest) {
                throw new IllegalArgumentException("expected at least " + fewest + " trials with status ok, found "
                        + measured.size() + ". Collect more.");
            }
            KnobSpace space = space(measured, plan, KnobCatalogue.read(catalogue, machine(measured)));
            Map<Metric, Measured> metrics = new EnumMap<>(Metric.class);
            Map<Metric, String> unlearnt = new EnumMap<>(Metric.class);
            metrics.put(Metric.THROUGHPUT, measured(space, measured, Metric.THROUGHPUT));
            for (Metric latency : List.of(Metric.READ_P99, Metric.WRITE_P99)) {
                latency(space, measured, latency, metrics, unlearnt);
            }
            return new TrialSet(metrics, unlearnt, counts, environment(measured, metrics), hash(trials));
        } catch (IllegalArgumentException refused) {
            throw new IOException(trials + ": " + refused.getMessage(), refused);
        }
    }

    /** Throughput, which every trial with status ok has measured. */
    public Samples samples() {
        return measured.get(Metric.THROUGHPUT).samples();
    }

    /** How the throughput that the machine gives changed meanwhile. */
    public Drift drift() {
        return measured.get(Metric.THROUGHPUT).drift();
    }

    /** {@code 204 ok, 3 failed, 1 disturbed}. */
    public String account() {
        return counts.entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    /** Where a model that is trained on these trials comes from. */
    public Provenance provenance(String command, long seed) {
        return new Provenance(environment, samples().points().size(), hash, command, seed);
    }

    private static void latency(
            KnobSpace space,
            List<Trial> trials,
            Metric latency,
            Map<Metric, Measured> metrics,
            Map<Metric, String> unlearnt) {
        List<Trial> having =
                trials.stream().filter(trial -> value(trial, latency) > 0).toList();
        try {
            if (having.size() >= FEWEST) {
                metrics.put(latency, measured(space, having, latency));
            } else if (!having.isEmpty()) {
                unlearnt.put(
                        latency,
                        "expected at least " + FEWEST + " trials that measured it over " + FEWEST_OPERATIONS
                                + " operations, found " + having.size() + ".");
            }
        } catch (IllegalArgumentException refused) {
            unlearnt.put(latency, refused.getMessage());
        }
    }

    private static Measured measured(KnobSpace space, List<Trial> trials, Metric metric) {
        List<Samples.Point> points =
                trials.stream().map(trial -> point(space, trial, metric)).toList();
        List<Trial> defaults = new ArrayList<>();
        for (int i = 0; i < trials.size(); i++) {
            if (points.get(i).configuration().equals(space.defaults())
                    && points.get(i).value() > 0) {
                defaults.add(trials.get(i));
            }
        }
        Drift drift = Drift.of(defaults, trials, trial -> value(trial, metric));
        List<Samples.Point> corrected = new ArrayList<>();
        for (int i = 0; i < trials.size(); i++) {
            Samples.Point point = points.get(i);
            corrected.add(new Samples.Point(
                    point.readRatio(), point.configuration(), point.value() * drift.factor(trials.get(i))));
        }
        return new Measured(
                new Samples(space, corrected), trials.stream().map(Trial::id).toList(), drift);
    }

    /** What a trial measured of a metric; NaN if it did not. */
    private static double value(Trial trial, Metric metric) {
        return switch (metric) {
            case THROUGHPUT ->
                trial.throughput() == null ? Double.NaN : trial.throughput().mean();
            case READ_P99 -> p99(trial, "read");
            case WRITE_P99 -> p99(trial, "update");
        };
    }

    private static double p99(Trial trial, String operation) {
        Latency latency = trial.latencies() == null ? null : trial.latencies().get(operation);
        return latency == null || latency.count() < FEWEST_OPERATIONS ? Double.NaN : latency.p99();
    }

    private static Samples.Point point(KnobSpace space, Trial trial, Metric metric) {
        try {
            if (!trial.proposed()
                    .keySet()
                    .containsAll(space.knobs().stream().map(k -> k.name()).toList())) {
                throw new IllegalArgumentException("expected values for " + space.names() + ", found "
                        + trial.proposed().keySet());
            }
            if (trial.throughput() == null) {
                throw new IllegalArgumentException("expected a throughput, found none");
            }
            Map<String, Object> values = new LinkedHashMap<>(trial.proposed());
            values.keySet().removeIf(name -> space.indexOf(name) < 0);
            return new Samples.Point(trial.workload().readRatio(), space.configuration(values), value(trial, metric));
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    "trial " + trial.id() + ": " + refused.getMessage() + ". Is it of another campaign?", refused);
        }
    }

    private static KnobSpace space(List<Trial> trials, Path plan, KnobCatalogue catalogue) throws ConfigException {
        Set<String> names = new LinkedHashSet<>();
        trials.forEach(trial -> names.addAll(trial.proposed().keySet()));
        if (!Files.exists(plan)) {
            return catalogue.space(names);
        }
        KnobSpace space = CampaignPlan.read(plan).space(catalogue);
        names.removeIf(name -> space.indexOf(name) >= 0);
        for (String name : names) {
            catalogue.entry(name);
            if (trials.stream()
                            .map(trial -> trial.proposed().get(name))
                            .distinct()
                            .count()
                    > 1) {
                throw new IllegalArgumentException("expected trials that vary only " + space.names() + ", as " + plan
                        + " says, found " + name + " varied, too. Give their own plan by --plan.");
            }
        }
        return space;
    }

    /**
     * The machine that the trials ran on, as far as ranges of knobs depend on it.
     *
     * @throws IllegalArgumentException with one line if there are several
     */
    public static Machine machine(List<Trial> trials) {
        Set<Machine> machines = new LinkedHashSet<>();
        for (Trial trial : trials) {
            machines.add(
                    new Machine(trial.environment().cores(), trial.environment().heapMiB()));
        }
        if (machines.size() > 1) {
            throw new IllegalArgumentException(
                    "expected trials of one machine, found " + machines + ". Train one model for each.");
        }
        Machine machine = machines.iterator().next();
        Set<String> memories = trials.stream()
                .map(Trial::environment)
                .map(on -> on.memoryMiB() == null ? "no limit" : on.memoryMiB() + " MiB")
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (memories.size() > 1) {
            throw new IllegalArgumentException("expected trials within one limit on memory, found "
                    + String.join(" and ", memories) + ". Train one model for each.");
        }
        Integer memory = trials.get(0).environment().memoryMiB();
        return memory == null || memory == 0 ? machine : machine.memory(memory);
    }

    private static Map<String, String> environment(List<Trial> trials, Map<Metric, Measured> metrics) {
        Map<String, String> environment = environment(trials);
        String drift = metrics.entrySet().stream()
                .filter(metric -> metric.getValue().drift().isShown())
                .map(metric ->
                        metric.getKey().key() + ": " + metric.getValue().drift().effects())
                .collect(Collectors.joining("; "));
        if (!drift.isEmpty()) {
            environment.put("driftCorrected", drift);
        }
        return environment;
    }

    /** What trials ran on and what their clients did, key to value; where trials differ, all values. */
    public static Map<String, String> environment(List<Trial> trials) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        for (Trial trial : trials) {
            collect(trial.environment(), values);
            collect(trial.workload(), values);
        }
        values.remove("readRatio");
        Map<String, String> environment = new LinkedHashMap<>();
        values.forEach((key, distinct) -> environment.put(key, String.join(" | ", distinct)));
        return environment;
    }

    private static void collect(Object part, Map<String, Set<String>> values) {
        JSON.convertValue(part, new TypeReference<LinkedHashMap<String, Object>>() {})
                .forEach((key, value) -> {
                    if (value != null) {
                        values.computeIfAbsent(key, name -> new LinkedHashSet<>())
                                .add(String.valueOf(value));
                    }
                });
    }

    private static String hash(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
