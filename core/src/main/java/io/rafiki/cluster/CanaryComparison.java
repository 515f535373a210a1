package io.rafiki.cluster;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Compares a canary with its peers by the difference in differences: canary minus peers, after the change minus before it. An immutable
 * value that {@link #next} replaces after each window.
 *
 * <p>All metrics together give a false verdict on a canary without effect with a probability of at most 5 %, at whatever time it is read:
 * service time has half of it, the other metrics share the rest.
 *
 * @param tests one for each metric
 * @param verdict the first one that was reached
 */
public record CanaryComparison(Map<PeerMetric, SequentialTTest> tests, CanaryVerdict verdict) {

    /** Largest probability of a false verdict. */
    static final double LEVEL = 0.05;

    /** Windows before the change that a comparison needs. */
    public static final int WINDOWS_BEFORE = 30;

    /** Smallest relative effect that counts. A smaller one is no reason to change a cluster, or to undo a change. */
    private static final double SMALLEST = 0.03;

    /** Errors of the canary count if they exceed this multiple of the errors of the worst peer. */
    private static final long ERRORS = 3;

    public CanaryComparison {
        tests = Map.copyOf(tests);
    }

    /**
     * The windows of one period on canary and peers.
     *
     * @param peers one for each peer, at least one
     */
    public record Round(PeerWindow canary, List<PeerWindow> peers) {

        public Round {
            peers = List.copyOf(peers);
        }
    }

    /**
     * The comparison at the time of the change.
     *
     * @param before rounds before the change in chronological order, at least {@link #WINDOWS_BEFORE}
     */
    public static CanaryComparison of(List<Round> before) {
        if (before.size() < WINDOWS_BEFORE) {
            throw new IllegalArgumentException("canary: expected at least " + WINDOWS_BEFORE
                    + " windows before the change, found " + before.size());
        }
        Map<PeerMetric, SequentialTTest> tests = new EnumMap<>(PeerMetric.class);
        for (PeerMetric metric : PeerMetric.values()) {
            tests.put(
                    metric,
                    SequentialTTest.of(before.stream()
                            .mapToDouble(round -> metric.difference(round.canary(), round.peers()))
                            .toArray()));
        }
        return new CanaryComparison(tests, CanaryVerdict.NONE);
    }

    /** The comparison after another round. A verdict stays. */
    public CanaryComparison next(Round round) {
        if (verdict.isReached()) {
            return this;
        }
        Map<PeerMetric, SequentialTTest> next = new EnumMap<>(PeerMetric.class);
        tests.forEach((metric, test) -> next.put(metric, test.with(metric.difference(round.canary(), round.peers()))));
        return new CanaryComparison(next, verdict(round, next));
    }

    private static CanaryVerdict verdict(Round round, Map<PeerMetric, SequentialTTest> tests) {
        long most = round.peers().stream().mapToLong(PeerWindow::errors).max().orElse(0);
        if (round.canary().errors() > ERRORS * most) {
            return new CanaryVerdict(
                    CanaryVerdict.Kind.ERRORS, null, round.canary().errors());
        }
        for (PeerMetric metric : PeerMetric.values()) {
            SequentialTTest test = tests.get(metric);
            if (test.effect() > SMALLEST && test.rejects(level(metric))) {
                return new CanaryVerdict(CanaryVerdict.Kind.WORSE, metric, Math.expm1(test.effect()));
            }
        }
        SequentialTTest service = tests.get(PeerMetric.SERVICE_TIME);
        return service.effect() < -SMALLEST && service.rejects(level(PeerMetric.SERVICE_TIME))
                ? new CanaryVerdict(CanaryVerdict.Kind.BETTER, PeerMetric.SERVICE_TIME, Math.expm1(service.effect()))
                : CanaryVerdict.NONE;
    }

    private static double level(PeerMetric metric) {
        int others = PeerMetric.values().length - 1;
        return metric == PeerMetric.SERVICE_TIME ? LEVEL / 2 : LEVEL / 2 / others;
    }
}
