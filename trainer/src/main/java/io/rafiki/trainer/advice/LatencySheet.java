package io.rafiki.trainer.advice;

import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Prediction;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What a recommendation does to the latencies' tails, for readers. */
final class LatencySheet {

    private LatencySheet() {}

    /** One line for each latency that the model knows. */
    static Map<String, String> lines(Recommendation advice) {
        Map<String, String> lines = new LinkedHashMap<>();
        for (Tail tail : advice.tails()) {
            lines.put(
                    "Predicted " + name(tail.metric()),
                    text(tail.ofBase()) + " -> " + text(tail.ofBest()) + " us"
                            + (tail.isLimited()
                                    ? ", limit " + number(tail.limit()) + limited(tail, advice.kappa())
                                    : ""));
        }
        return lines;
    }

    /** That the limits cannot be kept, and what comes nearest. */
    static String verdict(Recommendation advice) {
        return advice.tails().stream()
                .filter(tail -> !tail.isKeptByBest(advice.kappa()))
                .map(tail -> String.format(
                        Locale.ROOT,
                        "No configuration was found that keeps %s at or below %s us with %s deviations to spare: the best found, which"
                                + " misses the limits least, is predicted at %s us. Raise the limit, lower --kappa, or measure more.",
                        name(tail.metric()),
                        number(tail.limit()),
                        advice.kappa(),
                        text(tail.ofBest())))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /** All of it by metric. */
    static Map<String, Object> details(Recommendation advice) {
        Map<String, Object> details = new LinkedHashMap<>();
        for (Tail tail : advice.tails()) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("unit", tail.metric().unit());
            map.put("predicted", RecommendationSheet.prediction(tail.ofBest()));
            map.put("predictedBase", RecommendationSheet.prediction(tail.ofBase()));
            if (tail.isLimited()) {
                map.put("limit", tail.limit());
                map.put("kept", tail.isKeptByBest(advice.kappa()));
            }
            details.put(tail.metric().key(), map);
        }
        return details;
    }

    private static String limited(Tail tail, double kappa) {
        return tail.isKeptByBest(kappa) ? ": kept" : ": not kept";
    }

    private static String name(Metric metric) {
        return metric == Metric.READ_P99 ? "read p99" : "write p99";
    }

    private static String text(Prediction prediction) {
        return number(prediction.mean()) + " +/- " + number(prediction.deviation());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }
}
