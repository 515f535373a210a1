package io.rafiki.trainer.train;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.Provenance;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.OpenLoop;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialLatency;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.workload.WorkloadSensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The trials of a file as training data: those with a valid rate, and a count of the others.
 *
 * @param measured trials with a valid rate by metric, if there are enough
 * @param unlearnt reason why a measured latency cannot be learnt
 * @param states correction of all lines for the states of the files
 * @param counts number of trials by status
 * @param environment environment and workload of the trials, key to value; all values if trials differ
 * @param hash SHA-256 of the file
 */
public record TrialSet(
        Map<Metric, Measured> measured,
        Map<Metric, String> unlearnt,
        StateCorrection states,
        Map<TrialStatus, Integer> counts,
        Map<String, String> environment,
        String hash) {

    /** The minimum number of trials for a node's model. */
    public static final int FEWEST = 20;

    /** The minimum number of operations for a 99th percentile. */
    private static final long FEWEST_OPERATIONS = 500;

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * One metric of the trials.
     *
     * @param samples one per trial, corrected for significant drift
     * @param trials without this correction, in the order of the samples
     * @param drift drift of the machine during the campaign
     */
    public record Measured(TrainingData samples, List<Trial> trials, DriftCorrection drift) {

        public Measured {
            trials = List.copyOf(trials);
        }
    }

    /**
     * Reads trials and determines their knob space: that of the plan if it exists, otherwise all knobs of the trials.
     *
     * @param trials file of trials
     * @param plan plan of the campaign; optional
     * @param catalogue knob catalogue
     * @throws IOException with one line if the file cannot be read or has too few trials
     * @throws ConfigException with one line if plan or catalogue is invalid
     */
    public static TrialSet read(Path trials, Path plan, Path catalogue) throws IOException, ConfigException {
        return read(trials, plan, catalogue, FEWEST);
    }

    /**
     * Reads trials for analysis instead of training, like {@link #read(Path, Path, Path)}.
     *
     * @param fewest minimum number of trials with a valid rate, at least {@link TrainingData#FEWEST}
     */
    public static TrialSet read(Path trials, Path plan, Path catalogue, int fewest)
            throws IOException, ConfigException {
        if (!Files.isRegularFile(trials)) {
            throw new IOException(trials + ": expected a file of trials, found "
                    + (Files.exists(trials) ? "no regular file" : "nothing") + ". rafiki collect makes one.");
        }
        List<Trial> all = Trials.read(trials);
        Map<TrialStatus, Integer> counts = new EnumMap<>(TrialStatus.class);
        all.forEach(trial -> counts.merge(trial.status(), 1, Integer::sum));
        StateCorrection states = StateCorrection.of(all);
        List<Trial> measured = states.lines().stream().filter(Trial::isOk).toList();
        try {
            if (measured.size() < fewest) {
                throw new IllegalArgumentException("expected at least " + fewest + " trials with a valid rate, found "
                        + measured.size() + ". Collect more.");
            }
            requireOneKind(measured);
            requireNoRepetition(measured);
            KnobSpace space = space(measured, plan, KnobCatalogue.read(catalogue, machine(measured)));
            Map<Metric, Measured> metrics = new EnumMap<>(Metric.class);
            Map<Metric, String> unlearnt = new EnumMap<>(Metric.class);
            List<Session> sessions = Session.of(measured);
            metrics.put(Metric.THROUGHPUT, measured(space, measured, sessions, Metric.THROUGHPUT));
            for (Metric metric : Metric.values()) {
                if (metric.isLatency()) {
                    latency(space, measured, sessions, metric, metrics, unlearnt);
                }
            }
            return new TrialSet(
                    metrics, unlearnt, states, counts, environment(measured, states, metrics), hash(trials));
        } catch (IllegalArgumentException refused) {
            throw new IOException(trials + ": " + refused.getMessage(), refused);
        }
    }

    /** The throughput, which every trial with a valid rate contains. */
    public TrainingData samples() {
        return measured.get(Metric.THROUGHPUT).samples();
    }

    /** The trials with a throughput, before the correction of drift. */
    public List<Trial> trials() {
        return measured.get(Metric.THROUGHPUT).trials();
    }

    /** The machine time of each of them in seconds. */
    public List<Double> durations() {
        return trials().stream().map(trial -> trial.timing().totalSeconds()).toList();
    }

    /** The drift of the throughput. */
    public DriftCorrection drift() {
        return measured.get(Metric.THROUGHPUT).drift();
    }

    /** {@code 204 ok, 3 failed, 1 disturbed}. */
    public String account() {
        return counts.entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    /** The provenance of a model trained on these trials. */
    public Provenance provenance(String command, long seed) {
        return new Provenance(environment, samples().points().size(), hash, command, seed);
    }

    private static void latency(
            KnobSpace space,
            List<Trial> trials,
            List<Session> sessions,
            Metric latency,
            Map<Metric, Measured> metrics,
            Map<Metric, String> unlearnt) {
        List<Trial> having =
                trials.stream().filter(trial -> value(trial, latency) > 0).toList();
        SortedSet<Double> rates = latency == Metric.P99_AT_RATE ? rates(trials) : Collections.emptySortedSet();
        try {
            if (rates.size() > 1) {
                unlearnt.put(
                        latency,
                        "expected trials at one open_loop_rate, found " + rates + ". Train one model for each rate.");
            } else if (having.size() >= FEWEST) {
                metrics.put(latency, measured(space, having, sessions, latency));
            } else if (!having.isEmpty() || !rates.isEmpty()) {
                unlearnt.put(
                        latency,
                        "expected at least " + FEWEST + " trials that "
                                + (rates.isEmpty() ? "measured it" : "carried the rate") + " over " + FEWEST_OPERATIONS
                                + " operations, found " + having.size() + ".");
            }
        } catch (IllegalArgumentException refused) {
            unlearnt.put(latency, refused.getMessage());
        }
    }

    private static Measured measured(KnobSpace space, List<Trial> trials, List<Session> sessions, Metric metric) {
        List<TrainingData.Point> points =
                trials.stream().map(trial -> point(space, trial, metric)).toList();
        List<Trial> defaults = new ArrayList<>();
        for (int i = 0; i < trials.size(); i++) {
            if (points.get(i).configuration().equals(space.defaults())
                    && points.get(i).value() > 0) {
                defaults.add(trials.get(i));
            }
        }
        DriftCorrection drift = DriftCorrection.of(defaults, trials, sessions, trial -> value(trial, metric));
        List<TrainingData.Point> corrected = new ArrayList<>();
        for (int i = 0; i < trials.size(); i++) {
            TrainingData.Point point = points.get(i);
            corrected.add(new TrainingData.Point(
                    point.workload(), point.configuration(), point.value() * drift.factor(trials.get(i))));
        }
        return new Measured(new TrainingData(space, corrected), trials, drift);
    }

    /** The trial's value of a metric; NaN if it has none. */
    public static double value(Trial trial, Metric metric) {
        return switch (metric) {
            case THROUGHPUT ->
                trial.throughput() == null ? Double.NaN : trial.throughput().mean();
            case READ_P99 -> p99(trial, "read");
            case WRITE_P99 -> p99(trial, "update");
            case P99_AT_RATE ->
                trial.atPlannedRate()
                        .filter(OpenLoop::hasCarriedTarget)
                        .filter(load -> load.operations() >= FEWEST_OPERATIONS)
                        .map(load -> (double) load.p99())
                        .orElse(Double.NaN);
        };
    }

    private static double p99(Trial trial, String operation) {
        TrialLatency latency =
                trial.latencies() == null ? null : trial.latencies().get(operation);
        return latency == null || latency.count() < FEWEST_OPERATIONS ? Double.NaN : latency.p99();
    }

    /** The rates that the plans of the trials state. */
    private static SortedSet<Double> rates(List<Trial> trials) {
        return trials.stream()
                .flatMap(trial -> trial.atPlannedRate().stream())
                .map(OpenLoop::target)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static TrainingData.Point point(KnobSpace space, Trial trial, Metric metric) {
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
            return new TrainingData.Point(
                    trial.workload().features(), space.configuration(values), value(trial, metric));
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    "trial " + trial.id() + ": " + refused.getMessage() + ". Is it of another campaign?", refused);
        }
    }

    /** What affects a trial and is neither a feature nor a knob must not differ between trials. */
    private static void requireOneKind(List<Trial> trials) {
        requireOne(trials, "distribution of keys", trial -> trial.workload().keys());
        requireOne(trials, "protocol", trial -> trial.sustained() == null ? "short" : "sustained");
        requireOne(
                trials, "shape of data and clients", trial -> trial.workload().shape());
    }

    private static void requireOne(List<Trial> trials, String what, Function<Trial, String> kind) {
        Set<String> kinds =
                trials.stream().map(kind).filter(Objects::nonNull).collect(Collectors.toCollection(TreeSet::new));
        if (kinds.size() > 1) {
            throw new IllegalArgumentException("expected trials with one " + what + ", found "
                    + String.join(" and ", kinds) + ". Train one model for each.");
        }
    }

    /** A line that was appended twice would count as a replicate without noise. */
    private static void requireNoRepetition(List<Trial> trials) {
        Set<String> seen = new HashSet<>();
        for (Trial trial : trials) {
            if (trial.timing() != null && !seen.add(trial.id() + trial.timing().startedAt())) {
                throw new IllegalArgumentException("expected each trial once, found " + trial.id() + " of "
                        + trial.timing().startedAt() + " twice. Remove one line.");
            }
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
                        + " states, found " + name + " varied, too. Name their plan with --plan.");
            }
        }
        return space;
    }

    /**
     * The node resources of the trials, which determine knob ranges.
     *
     * @throws IllegalArgumentException with one line if they differ, or a trial does not state them
     */
    public static NodeResources machine(List<Trial> trials) {
        Optional<Trial> unknown =
                trials.stream().filter(trial -> trial.environment() == null).findFirst();
        if (unknown.isPresent()) {
            throw new IllegalArgumentException(
                    "expected trials with environment, found " + unknown.get().id() + " without. Remove its line.");
        }
        Set<String> sizes = trials.stream()
                .map(trial -> trial.environment().size())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (sizes.size() > 1) {
            throw new IllegalArgumentException("expected trials on nodes of one size, found "
                    + String.join("; and ", sizes) + ". Train one model for each.");
        }
        Environment first = trials.get(0).environment();
        NodeResources machine = new NodeResources(first.cores(), first.heapMiB());
        Integer memory = first.memoryMiB();
        return memory == null || memory == 0 ? machine : machine.memory(memory);
    }

    private static Map<String, String> environment(
            List<Trial> trials, StateCorrection states, Map<Metric, Measured> metrics) {
        Map<String, String> environment = environment(trials);
        if (states.isShown()) {
            environment.put("statesCorrected", states.account());
        }
        String drift = metrics.entrySet().stream()
                .filter(metric -> metric.getValue().drift().isShown())
                .map(metric ->
                        metric.getKey().key() + ": " + metric.getValue().drift().effects())
                .collect(Collectors.joining("; "));
        if (!drift.isEmpty()) {
            environment.put("driftCorrected", drift);
        }
        if (metrics.containsKey(Metric.P99_AT_RATE)) {
            double rate = rates(trials).first();
            environment.put(Provenance.OPEN_LOOP_RATE, Double.toString(rate));
            notCarriedAt(metrics.get(Metric.THROUGHPUT))
                    .filter(throughput -> throughput > rate)
                    .ifPresent(throughput -> environment.put(Provenance.NOT_CARRIED_AT, throughput.toString()));
        }
        return environment;
    }

    /** The greatest throughput of a trial that did not carry the rate of its plan, as the model learns it; empty if all carried it. */
    private static Optional<Double> notCarriedAt(Measured throughput) {
        return IntStream.range(0, throughput.trials().size())
                .filter(i -> throughput
                        .trials()
                        .get(i)
                        .atPlannedRate()
                        .filter(load -> !load.hasCarriedTarget())
                        .isPresent())
                .mapToObj(i -> throughput.samples().points().get(i).value())
                .max(Comparator.naturalOrder());
    }

    /** Environment and workload of the trials without its features, key to value; all values if trials differ. */
    public static Map<String, String> environment(List<Trial> trials) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        for (Trial trial : trials) {
            collect(trial.environment(), values);
            collect(trial.workload(), values);
        }
        WorkloadSensors.features().forEach(feature -> values.remove(feature.name()));
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
