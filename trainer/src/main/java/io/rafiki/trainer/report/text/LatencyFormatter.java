package io.rafiki.trainer.report.text;

import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Prediction;
import io.rafiki.trainer.analysis.Recommendation;
import io.rafiki.trainer.analysis.TailLatency;
import io.rafiki.trainer.format.HumanUnits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The predicted latency percentiles of a recommendation. */
final class LatencyFormatter {

    private LatencyFormatter() {}

    /** The open-loop rate, if it is a limit, and one line for each latency that the model predicts. */
    static Map<String, String> lines(Recommendation advice) {
        Map<String, String> lines = new LinkedHashMap<>();
        if (advice.rate() > 0) {
            lines.put("Open-loop rate", HumanUnits.throughput(advice.rate()) + ": " + kept(advice.carriesRate()));
        }
        for (TailLatency tail : advice.tails()) {
            lines.put(
                    "Predicted " + name(tail.metric()),
                    text(tail.ofBase()) + " -> " + text(tail.ofBest()) + (tail.isLimited() ? limit(tail, advice) : ""));
        }
        return lines;
    }

    /** The limits that no configuration keeps, and the prediction of the one that comes nearest. */
    static String verdict(Recommendation advice) {
        String rate = "No configuration is predicted to carry " + HumanUnits.throughput(advice.rate())
                + " with a margin of " + advice.kappa() + " deviations. "
                + (advice.carrying() > advice.rate()
                        ? "A trial of " + HumanUnits.throughput(advice.carrying()) + " did not carry it. "
                        : "")
                + "The best found misses the limits least; its prediction is "
                + RecommendationFormatter.text(advice.ofBest())
                + ". Lower --kappa, or measure trials at a lower rate.";
        Stream<String> latencies = advice.tails().stream()
                .filter(tail -> !tail.isKeptByBest(advice.kappa()))
                .map(tail -> "No configuration keeps " + name(tail.metric()) + " at or below "
                        + HumanUnits.latency(tail.limit()) + " with a margin of " + advice.kappa()
                        + " deviations. The best found misses the limits least; its prediction is "
                        + text(tail.ofBest()) + ". Raise the limit, lower --kappa, or measure more trials.");
        return Stream.concat(advice.carriesRate() ? Stream.empty() : Stream.of(rate), latencies)
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /** The latencies by metric, in microseconds. */
    static Map<String, Object> details(Recommendation advice) {
        Map<String, Object> details = new LinkedHashMap<>();
        for (TailLatency tail : advice.tails()) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("unit", tail.metric().unit());
            map.put("predicted", RecommendationFormatter.prediction(tail.ofBest()));
            map.put("predictedBase", RecommendationFormatter.prediction(tail.ofBase()));
            if (tail.isLimited()) {
                map.put("limit", tail.limit());
                map.put("kept", tail.isKeptByBest(advice.kappa()));
            }
            details.put(tail.metric().key(), map);
        }
        return details;
    }

    private static String limit(TailLatency tail, Recommendation advice) {
        return ", limit " + HumanUnits.latency(tail.limit()) + ": " + kept(tail.isKeptByBest(advice.kappa()));
    }

    private static String kept(boolean is) {
        return is ? "kept" : "not kept";
    }

    /** {@code read p99}. */
    static String name(Metric metric) {
        return switch (metric) {
            case THROUGHPUT -> "throughput";
            case READ_P99 -> "read p99";
            case WRITE_P99 -> "write p99";
            case P99_AT_RATE -> "p99 at rate";
        };
    }

    static String text(Prediction prediction) {
        return HumanUnits.millis(prediction.mean()) + " +/- " + HumanUnits.latency(prediction.deviation());
    }
}
