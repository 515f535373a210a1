package io.rafiki.benchmark.collection;

import io.rafiki.trainer.train.Session;
import io.rafiki.trainer.trial.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.correlation.KendallsCorrelation;

/**
 * How well trials rank configurations, compared with references at the same read ratio.
 *
 * @param readRatio of all
 * @param sessions number of sessions
 * @param rows one per configuration
 */
record ProtocolAgreement(double readRatio, int sessions, List<Row> rows) {

    /** The label of the configuration that all others of a session are compared with. */
    static final String BASELINE = "baseline";

    /** The measured part of the short protocol in seconds. */
    private static final int SHORT = 22;

    private static final int MINUTE = 60;

    ProtocolAgreement {
        rows = List.copyOf(rows);
    }

    /**
     * A configuration. Relative rates are multiples of the baseline's rate in the same session.
     *
     * @param trial rate of the trial in operations per second
     * @param reference rate of the reference
     * @param start rate of the first minute of the reference
     * @param relativeShort relative rate of the first 22 s of the reference
     * @param status of the trial
     */
    record Row(
            String label,
            double trial,
            double reference,
            double start,
            double relativeTrial,
            double relativeReference,
            double relativeShort,
            String status) {}

    /** A trial and its reference. */
    private record Pair(Trial trial, Trial reference) {
        double shortRate() {
            return mean(reference, SHORT);
        }
    }

    /**
     * @param trials of one read ratio, in the order of their measurement
     * @param references of any read ratio
     * @param label name of a configuration
     */
    static ProtocolAgreement of(
            double readRatio, List<Trial> trials, List<Trial> references, Function<Trial, String> label) {
        List<Pair> pairs = trials.stream()
                .flatMap(trial -> reference(trial, references).map(found -> new Pair(trial, found)).stream())
                .toList();
        List<Session> sessions = Session.of(pairs.stream().map(Pair::reference).toList());
        Map<Session, Pair> baselines = new HashMap<>();
        Map<String, Pair> last = new LinkedHashMap<>();
        for (Pair pair : pairs) {
            String name = label.apply(pair.trial());
            if (name.equals(BASELINE)) {
                baselines.put(session(pair, sessions), pair);
            }
            last.put(name, pair);
        }
        List<Row> rows = new ArrayList<>();
        last.forEach((name, pair) -> Optional.ofNullable(baselines.get(session(pair, sessions)))
                .ifPresent(baseline -> rows.add(row(name, pair, baseline))));
        return new ProtocolAgreement(readRatio, sessions.size(), rows);
    }

    private static Session session(Pair pair, List<Session> sessions) {
        return sessions.stream()
                .filter(each -> each.holds(pair.reference()))
                .findFirst()
                .orElseThrow();
    }

    /** The first reference of the same configuration after the trial. */
    private static Optional<Trial> reference(Trial trial, List<Trial> references) {
        return references.stream()
                .filter(other -> other.id().equals(trial.id())
                        && other.timing().started().isAfter(trial.timing().started()))
                .min(Comparator.comparing(other -> other.timing().started()));
    }

    private static Row row(String name, Pair pair, Pair baseline) {
        double trial = pair.trial().throughput().mean();
        double reference = pair.reference().throughput().mean();
        return new Row(
                name,
                trial,
                reference,
                mean(pair.reference(), MINUTE),
                trial / baseline.trial().throughput().mean(),
                reference / baseline.reference().throughput().mean(),
                pair.shortRate() / baseline.shortRate(),
                pair.trial().status().name().toLowerCase(Locale.ROOT));
    }

    private static double mean(Trial trial, int seconds) {
        return trial.throughput().perSecond().stream()
                .limit(seconds)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    /** Kendall's tau-b between a rate and that of the references. */
    double tau(ToDoubleFunction<Row> rate) {
        return new KendallsCorrelation()
                .correlation(
                        rows.stream().mapToDouble(rate).toArray(),
                        rows.stream().mapToDouble(Row::relativeReference).toArray());
    }

    /** The share of the best reference that the configuration with the highest rate loses. */
    double regret(ToDoubleFunction<Row> rate) {
        Row chosen = rows.stream().max(Comparator.comparingDouble(rate)).orElseThrow();
        double best = rows.stream().mapToDouble(Row::relativeReference).max().orElseThrow();
        return 1 - chosen.relativeReference() / best;
    }

    int rankOfTrial(Row row) {
        return rank(row, Row::relativeTrial);
    }

    int rankOfReference(Row row) {
        return rank(row, Row::relativeReference);
    }

    private int rank(Row row, ToDoubleFunction<Row> rate) {
        return 1
                + (int) rows.stream()
                        .filter(other -> rate.applyAsDouble(other) > rate.applyAsDouble(row))
                        .count();
    }
}
