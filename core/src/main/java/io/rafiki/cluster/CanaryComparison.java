package io.rafiki.cluster;

import io.rafiki.cluster.PeerMetric.Use;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Compares a canary with its peers by the difference in differences: canary minus peers, after the change minus before it, at the same
 * share of reads. Coordinators prefer some replicas for reads, and change their preference every ten minutes; a replica with fewer reads
 * serves them more slowly. An immutable value that {@link #before} and {@link #after} replace for each window.
 *
 * <p>All metrics together give a false verdict on a canary without effect with a probability of at most 5 %, at whatever time it is read:
 * service time has half of it, the other metrics share the rest.
 *
 * @param before for each metric, the differences between canary and peers before the change, in chronological order
 * @param after the same after the change
 * @param errors errors of the canary since the change that its peers lack, except one per window; 0 before the first
 */
public record CanaryComparison(Map<PeerMetric, List<Double>> before, Map<PeerMetric, List<Double>> after, long errors) {

    /** The comparison before its first window. */
    public static final CanaryComparison NONE = new CanaryComparison(empty(), empty(), 0);

    /** Largest probability of a false verdict. */
    static final double LEVEL = 0.05;

    /** Windows before the change that a comparison needs. */
    public static final int WINDOWS_BEFORE = 30;

    /** Smallest relative effect that counts. A smaller one is no reason to change a cluster, or to undo a change. */
    private static final double SMALLEST = 0.03;

    /** One burst does not change the median of so many rounds. */
    private static final int FEWEST_FOR_MEDIAN = 3;

    /** Errors of changed nodes count if they exceed this multiple of the errors of the worst other node. */
    private static final long ERRORS = 3;

    /** Largest probability of as many errors in a window on a node that fails no more often than the worst other node. */
    private static final double ERROR_LEVEL = 0.001;

    /** Errors per window that any node can have. */
    private static final long USUAL_ERRORS = 1;

    public CanaryComparison {
        before = copy(before);
        after = copy(after);
    }

    /**
     * The windows of one period on canary and peers.
     *
     * @param peers one for each peer that has one, at least one
     * @param isComparable whether all peers have one, and no problem or restart of a node disturbed them; errors count in any case
     * @param burdened the rounds since the change that can show harm only, with this one if it is among them: all peers had problems, which can
     *     follow from it, or a peer lacked an earlier change
     * @param peerErrors errors of the worst peer in the same time
     */
    public record Round(
            PeerWindow canary, List<PeerWindow> peers, boolean isComparable, List<Round> burdened, long peerErrors) {

        public Round {
            peers = List.copyOf(peers);
            burdened = List.copyOf(burdened);
        }

        /** Windows that ended at the same time. */
        Round(PeerWindow canary, List<PeerWindow> peers, boolean isComparable, List<Round> burdened) {
            this(
                    canary,
                    peers,
                    isComparable,
                    burdened,
                    peers.stream().mapToLong(PeerWindow::errors).max().orElse(0));
        }

        /** Windows that nothing disturbed. */
        public Round(PeerWindow canary, List<PeerWindow> peers) {
            this(canary, peers, true, List.of());
        }

        /** The same with other errors of the worst peer. */
        Round withPeerErrors(long errors) {
            return new Round(canary, peers, isComparable, burdened, errors);
        }
    }

    /** The comparison with another round before the change. Only the last {@link #WINDOWS_BEFORE} are kept. */
    public CanaryComparison before(Round round) {
        Map<PeerMetric, List<Double>> longer = with(before, round);
        longer.replaceAll(
                (metric, values) -> values.subList(Math.max(0, values.size() - WINDOWS_BEFORE), values.size()));
        return new CanaryComparison(longer, after, 0);
    }

    /** The comparison with another round after the change. Without enough rounds before it, only errors are compared. */
    public CanaryComparison after(Round round) {
        CanaryComparison longer = new CanaryComparison(before, isReady() ? with(after, round) : after, errors);
        return longer.withErrors(round);
    }

    /** The comparison with more rounds after the change if all together show harm; else the same. The errors of these rounds count already. */
    CanaryComparison withHarm(List<Round> rounds) {
        if (rounds.isEmpty() || !isReady() || verdict().isHarm()) {
            return this;
        }
        Map<PeerMetric, List<Double>> all = after;
        for (Round round : rounds) {
            all = with(all, round);
        }
        CanaryComparison longer = new CanaryComparison(before, all, errors);
        return longer.verdict().isHarm() ? longer : this;
    }

    /** The comparison with the errors of another round after the change. A window without errors reduces their sum, down to 0. */
    CanaryComparison withErrors(Round round) {
        long most = round.peerErrors();
        long own = round.canary().errors();
        long sum = Math.max(0, errors + own - USUAL_ERRORS - ERRORS * most);
        return new CanaryComparison(before, after, isExcess(own, most) ? Math.max(own, sum) : sum);
    }

    /**
     * Whether a node has errors because it changed: many more than the others, and not by chance. This is the exact test of two Poisson rates:
     * at equal rates, each of the errors is as likely on the one node as on the other (Przyborowski and Wilenski, 1940).
     *
     * @param others errors of the worst other node in the same time
     */
    static boolean isExcess(long errors, long others) {
        if (errors <= ERRORS * others) {
            return false;
        }
        long all = errors + others;
        double term = Math.pow(0.5, (double) all);
        double probability = 0;
        for (long i = 0; i <= others && probability <= ERROR_LEVEL; i++) {
            probability += term;
            term *= (double) (all - i) / (i + 1);
        }
        return probability <= ERROR_LEVEL;
    }

    /** Whether the rounds before the change suffice. */
    public boolean isReady() {
        return roundsBefore() >= WINDOWS_BEFORE;
    }

    public int roundsBefore() {
        return before.get(PeerMetric.SERVICE_TIME).size();
    }

    public int roundsAfter() {
        return after.get(PeerMetric.SERVICE_TIME).size();
    }

    /**
     * The logarithm of the canary's value relative to its peers.
     *
     * @param window number of the window; negative before the change, 0 for the first after it
     */
    public double difference(PeerMetric metric, int window) {
        return window < 0
                ? before.get(metric).get(roundsBefore() + window)
                : after.get(metric).get(window);
    }

    /** The relative effect on a metric so far: 0.1 for 10 % more; 0 without a round after the change. */
    public double effect(PeerMetric metric) {
        return Math.expm1(test(metric).effect());
    }

    /**
     * The effect on throughput at full load, as a logarithm. The resource that is used up first limits throughput to one over its time per
     * operation (Denning and Buzen, The operational analysis of queueing network models, 1978). On the nodes that a model is trained for, this
     * resource is the processors. Empty without a round after the change.
     */
    Optional<Throughput> throughput() {
        if (roundsAfter() == 0) {
            return Optional.empty();
        }
        SequentialTTest processor = test(PeerMetric.CPU);
        return Optional.of(new Throughput(-processor.effect(), processor.error()))
                .filter(effect -> effect.error() > 0 && Double.isFinite(effect.error()));
    }

    /**
     * An effect on throughput.
     *
     * @param effect natural logarithm of the ratio, after over before
     * @param error standard error of the effect
     */
    record Throughput(double effect, double error) {}

    /**
     * The verdict after the last round. {@link CanaryVerdict#NONE} without a round after the change. A canary with errors that its peers lack is
     * not better.
     */
    public CanaryVerdict verdict() {
        if (isExcess(errors, 0)) {
            return new CanaryVerdict(CanaryVerdict.Kind.ERRORS, null, errors);
        }
        if (roundsAfter() == 0) {
            return CanaryVerdict.NONE;
        }
        for (PeerMetric metric : PeerMetric.values()) {
            if (metric.use() != Use.NONE && isShown(metric, 1)) {
                return new CanaryVerdict(CanaryVerdict.Kind.WORSE, metric, effect(metric));
            }
        }
        return errors == 0 && isShown(PeerMetric.SERVICE_TIME, -1)
                ? new CanaryVerdict(CanaryVerdict.Kind.BETTER, PeerMetric.SERVICE_TIME, effect(PeerMetric.SERVICE_TIME))
                : CanaryVerdict.NONE;
    }

    /** @param sign 1 for a greater value of the canary, -1 for a smaller one */
    private boolean isShown(PeerMetric metric, int sign) {
        SequentialTTest test = test(metric);
        return sign * test.effect() > SMALLEST
                && test.rejects(level(metric))
                && (metric.use() == Use.MEAN || sign * medianEffect(metric) > SMALLEST);
    }

    /** The difference of the medians after and before the change; 0 before enough rounds. */
    private double medianEffect(PeerMetric metric) {
        return roundsAfter() < FEWEST_FOR_MEDIAN ? 0 : median(after.get(metric)) - median(before.get(metric));
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private SequentialTTest test(PeerMetric metric) {
        return SequentialTTest.of(series(metric), series(PeerMetric.READ_SHARE), roundsBefore())
                .withDeviation(metric.leastDeviation());
    }

    /** All differences of a metric in chronological order. */
    private double[] series(PeerMetric metric) {
        return Stream.concat(before.get(metric).stream(), after.get(metric).stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static double level(PeerMetric metric) {
        long others = Stream.of(PeerMetric.values())
                        .filter(each -> each.use() != Use.NONE)
                        .count()
                - 1;
        return metric == PeerMetric.SERVICE_TIME ? LEVEL / 2 : LEVEL / 2 / others;
    }

    private static Map<PeerMetric, List<Double>> with(Map<PeerMetric, List<Double>> series, Round round) {
        Map<PeerMetric, List<Double>> longer = new EnumMap<>(PeerMetric.class);
        series.forEach((metric, values) -> {
            List<Double> all = new ArrayList<>(values);
            all.add(metric.difference(round.canary(), round.peers()));
            longer.put(metric, all);
        });
        return longer;
    }

    private static Map<PeerMetric, List<Double>> empty() {
        Map<PeerMetric, List<Double>> series = new EnumMap<>(PeerMetric.class);
        for (PeerMetric metric : PeerMetric.values()) {
            series.put(metric, List.of());
        }
        return series;
    }

    private static Map<PeerMetric, List<Double>> copy(Map<PeerMetric, List<Double>> series) {
        Map<PeerMetric, List<Double>> copy = empty();
        series.forEach((metric, values) -> copy.put(metric, List.copyOf(values)));
        return Collections.unmodifiableMap(copy);
    }
}
