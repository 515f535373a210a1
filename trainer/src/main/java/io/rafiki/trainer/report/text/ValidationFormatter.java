package io.rafiki.trainer.report.text;

import io.rafiki.trainer.evaluate.Histogram;
import io.rafiki.trainer.evaluate.PredictionPairs;
import io.rafiki.trainer.evaluate.PublishedFigure;
import io.rafiki.trainer.evaluate.ResultRow;
import io.rafiki.trainer.evaluate.ValidationResult;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.table.MeasuredTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A validation's result as text for people and as values for programs. */
public final class ValidationFormatter {

    private static final double[] QUANTILES = {0.05, 0.25, 0.5, 0.75, 0.95};

    private ValidationFormatter() {}

    /** Tables, then where the ensemble is not ahead, then what was done to the data. */
    public static String text(ValidationResult result) {
        StringBuilder text = new StringBuilder(2048);
        text.append(facts(result.table())).append('\n');
        text.append("Ensemble: ")
                .append(result.recipe())
                .append(". Seed ")
                .append(result.seed())
                .append(".\n");
        for (ValidationResult.Section section : result.sections()) {
            for (int size : section.sizes()) {
                List<ResultRow> rows = section.rows(size);
                add(
                        text,
                        "%n%d rows trained on, %.0f predicted; %s; %d repeat%s%n",
                        size,
                        rows.get(0).testSize(),
                        section.rule(),
                        result.repeats(),
                        result.repeats() == 1 ? "" : "s");
                text.append(table(rows, result.published(section, size)));
            }
        }
        text.append('\n').append(ResultFormat.LEGEND).append('\n');
        String spread = spread(result.sections().get(0));
        if (!spread.isEmpty()) {
            text.append('\n').append(spread).append('\n');
        }
        text.append('\n')
                .append(String.join("\n", RegressorComparison.of(result)))
                .append('\n');
        if (!result.treatments().isEmpty()) {
            text.append("\nTreatments:\n");
            result.treatments().forEach(line -> text.append("- ").append(line).append('\n'));
        }
        return text.toString();
    }

    /** {@code rows} as the documentation has them, and what belongs to them. */
    public static Map<String, Object> details(ValidationResult result) {
        MeasuredTable table = result.table();
        Map<String, Object> details = new LinkedHashMap<>();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("source", table.source());
        facts.put("target", table.target());
        facts.put("rows", table.rows());
        facts.put("knobs", table.space().size());
        facts.put("configurations", table.configurations().size());
        facts.put("workloads", table.workloads().size());
        details.put("table", facts);
        details.put("repeats", result.repeats());
        details.put("seed", result.seed());
        details.put("methods", result.methods());
        List<Map<String, Object>> rows = new ArrayList<>();
        List<Map<String, Object>> published = new ArrayList<>();
        Map<String, String> protocols = new LinkedHashMap<>();
        for (ValidationResult.Section section : result.sections()) {
            protocols.put(section.protocol(), section.rule());
            section.rows().forEach(row -> rows.add(details(section.protocol(), row)));
            section.sizes().forEach(size -> result.published(section, size)
                    .ifPresent(figure -> published.add(details(figure))));
        }
        details.put("protocols", protocols);
        details.put("rows", rows);
        details.put("published", published);
        details.put("errors", errors(result.pairs()));
        details.put("findings", RegressorComparison.of(result));
        details.put("treatments", result.treatments());
        return details;
    }

    /** {@code apache.csv: 192 rows, 8 knobs (8 of whole numbers); PERF 840 .. 2,640, mean 1,409}. */
    static String facts(MeasuredTable table) {
        double[] values =
                IntStream.range(0, table.rows()).mapToDouble(table::value).toArray();
        DoubleSummaryStatistics statistics = Arrays.stream(values).summaryStatistics();
        return String.format(
                Locale.ROOT,
                "%s: %,d rows, %d knob%s (%s); %s %s .. %s, mean %s",
                table.source(),
                table.rows(),
                table.space().size(),
                table.space().size() == 1 ? "" : "s",
                table.kinds(),
                table.target(),
                HumanUnits.number(statistics.getMin()),
                HumanUnits.number(statistics.getMax()),
                HumanUnits.number(statistics.getAverage()));
    }

    private static String table(List<ResultRow> rows, Optional<PublishedFigure> published) {
        StringBuilder table = new StringBuilder();
        add(
                table,
                "  %-9s %-22s %-24s %-32s %-16s %s%n",
                "method",
                "MAPE %",
                "R2",
                "RMSE",
                "within 1, 2 dev.",
                "MAPE difference to the ensemble");
        for (ResultRow row : rows) {
            add(
                    table,
                    "  %-9s %-22s %-24s %-32s %-16s %s%n",
                    row.method(),
                    ResultFormat.interval(row.mape()),
                    ResultFormat.interval(row.r2()),
                    ResultFormat.interval(row.rmse()),
                    ResultFormat.coverage(row),
                    ResultFormat.difference(row));
        }
        published.ifPresent(figure -> add(
                table,
                "  %-9s %-22s %s, %s%n",
                "published",
                ResultFormat.interval(figure.mape()),
                figure.method(),
                figure.source()));
        return table.toString();
    }

    /** The distribution of the ensemble's errors, in one line. */
    static String spread(ValidationResult.Section section) {
        double[] errors = section.pairs().relativeErrors();
        if (errors.length == 0) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "Errors of the ensemble at %d training rows%s, predicted less measured: 90 %% of them lie between"
                        + " %+.1f %% and %+.1f %%, half between %+.1f %% and %+.1f %%, the greatest are %+.1f %% and %+.1f"
                        + " %%.",
                section.greatestSize(),
                section.aside(),
                Histogram.quantile(errors, QUANTILES[0]),
                Histogram.quantile(errors, QUANTILES[4]),
                Histogram.quantile(errors, QUANTILES[1]),
                Histogram.quantile(errors, QUANTILES[3]),
                errors[0],
                errors[errors.length - 1]);
    }

    private static Map<String, Object> errors(PredictionPairs pairs) {
        double[] errors = pairs.relativeErrors();
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("unit", "percent of the measured value");
        values.put("count", errors.length);
        if (errors.length == 0) {
            return values;
        }
        Map<String, Object> quantiles = new LinkedHashMap<>();
        for (double share : QUANTILES) {
            quantiles.put(String.valueOf(share), ResultFormat.value(Histogram.quantile(errors, share)));
        }
        values.put("quantiles", quantiles);
        values.put("least", ResultFormat.value(errors[0]));
        values.put("greatest", ResultFormat.value(errors[errors.length - 1]));
        List<Map<String, Object>> bins = new ArrayList<>();
        for (Histogram.Bin bin : Histogram.of(errors).bins()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("from", ResultFormat.value(bin.from()));
            one.put("to", ResultFormat.value(bin.to()));
            one.put("count", bin.count());
            bins.add(one);
        }
        values.put("histogram", bins);
        return values;
    }

    private static Map<String, Object> details(PublishedFigure figure) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("trainSize", figure.trainSize());
        values.put("mape", ResultFormat.values(figure.mape()));
        values.put("method", figure.method());
        values.put("source", figure.source());
        return values;
    }

    private static Map<String, Object> details(String protocol, ResultRow row) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("method", row.method());
        values.put("trainSize", row.trainSize());
        values.put("mape", ResultFormat.values(row.mape()));
        values.put("r2", ResultFormat.value(row.r2().mean()));
        values.put("rmse", ResultFormat.value(row.rmse().mean()));
        values.put("protocol", protocol);
        values.put("testSize", row.testSize());
        values.put("r2Interval", ResultFormat.values(row.r2()));
        values.put("rmseInterval", ResultFormat.values(row.rmse()));
        if (!Double.isNaN(row.within1())) {
            Map<String, Object> coverage = new LinkedHashMap<>();
            coverage.put("within1", row.within1());
            coverage.put("within2", row.within2());
            values.put("coverage", coverage);
        }
        if (!row.isEnsemble()) {
            values.put("behindEnsemble", ResultFormat.values(row.behind()));
            values.put("rmseBehindEnsemble", ResultFormat.values(row.rmseBehind()));
            values.put("ensemble", row.standing().name().toLowerCase(Locale.ROOT));
        }
        return values;
    }

    private static void add(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values));
    }
}
