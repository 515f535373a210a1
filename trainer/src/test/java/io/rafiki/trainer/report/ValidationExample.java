package io.rafiki.trainer.report;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.evaluate.GainCoverage;
import io.rafiki.trainer.evaluate.PredictionPairs;
import io.rafiki.trainer.evaluate.ResultRow;
import io.rafiki.trainer.evaluate.ValidationResult;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.table.MeasuredTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A validation with three methods, two sizes and two kinds of held-out groups. */
final class ValidationExample {

    private static final ConfidenceInterval NONE = new ConfidenceInterval(Double.NaN, Double.NaN, Double.NaN);

    private ValidationExample() {}

    static String html() {
        return ValidationPage.html(result());
    }

    static ValidationResult result() {
        Map<String, String> methods = new LinkedHashMap<>();
        methods.put("ensemble", "recipe default: 30 networks");
        methods.put("network", "one of the ensemble's networks alone");
        methods.put("linear", "ridge regression <of logarithms>");
        return new ValidationResult(
                table(),
                "default",
                10,
                1,
                methods,
                List.of(section("configurations", 4), section("workloads", 6)),
                List.of("2 rows with a target of 0: left out of MAPE"));
    }

    private static MeasuredTable table() {
        KnobSpace space = new KnobSpace(List.of(
                new IntegerKnob("concurrent_reads", "", 8, 64, Map.of(), 32),
                new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0)));
        double[] values =
                IntStream.range(0, 40).mapToDouble(i -> 2000 + 431 * i).toArray();
        double[] codes = new double[80];
        for (int i = 0; i < 40; i++) {
            codes[2 * i] = 8 + i;
            codes[2 * i + 1] = i % 2;
        }
        return new MeasuredTable("trials.jsonl", "throughput", space, codes, List.of(), values, -1, List.of());
    }

    private static ValidationResult.Section section(String protocol, double mape) {
        List<ResultRow> rows = new ArrayList<>();
        for (int size : new int[] {45, 180}) {
            double error = mape * Math.sqrt(180.0 / size);
            rows.add(row("ensemble", size, error, NONE));
            rows.add(row("network", size, 1.3 * error, around(0.3 * error, 0.1)));
            rows.add(row("linear", size, 0.9 * error, around(-0.1 * error, 0.05)));
        }
        return new ValidationResult.Section(
                protocol, "a quarter of the " + protocol + " held out", rows, pairs(mape), GainCoverage.NONE);
    }

    private static ResultRow row(String method, int size, double mape, ConfidenceInterval behind) {
        boolean isEnsemble = method.equals("ensemble");
        return new ResultRow(
                method,
                size,
                60,
                around(mape, 0.1 * mape),
                around(1 - mape / 100, 0.01),
                around(100 * mape, 12.5),
                isEnsemble ? 0.66 : Double.NaN,
                isEnsemble ? 0.93 : Double.NaN,
                behind,
                behind);
    }

    private static PredictionPairs pairs(double mape) {
        double[] measured =
                IntStream.range(0, 120).mapToDouble(i -> 1500 + 150 * i).toArray();
        double[] predicted = IntStream.range(0, 120)
                .mapToDouble(i -> measured[i] * (1 + mape / 100 * Math.sin(12.9898 * i)))
                .toArray();
        return new PredictionPairs(measured, predicted);
    }

    private static ConfidenceInterval around(double mean, double half) {
        return new ConfidenceInterval(mean, mean - half, mean + half);
    }
}
