package io.rafiki.trainer.report.text;

import io.rafiki.trainer.format.DebtText;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.scenario.DebtPoint;
import io.rafiki.trainer.scenario.ScenarioResult;
import io.rafiki.trainer.scenario.SegmentResult;
import io.rafiki.trainer.scenario.TimelineEvent;
import io.rafiki.trainer.scenario.TunerCounters;
import io.rafiki.trainer.scenario.VariantResult;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** The result of a scenario as text, with the wording that its page uses. */
public final class ScenarioFormatter {

    /** The columns that name a row. */
    public static final Set<String> NAMES = Set.of("segment", "variant");

    private static final List<String> COLUMNS =
            List.of("segment", "variant", "ops/s [95 %]", "gain [95 %]", "read p99", "write p99", "first change");

    /** The columns of the compaction debt follow that of the throughput. */
    private static final int DEBT = 3;

    private static final String NL = System.lineSeparator();
    private static final double MICROS_PER_MILLI = 1_000;

    private ScenarioFormatter() {}

    /** Conditions, table and findings. */
    public static String text(ScenarioResult result) {
        TextTable table = new TextTable(columns(result));
        rows(result).forEach(table::row);
        return TextTable.pairs(result.conditions())
                + NL
                + NL
                + table.text()
                + NL
                + NL
                + String.join(NL, findings(result));
    }

    /** Names of the columns of {@link #rows}. */
    public static List<String> columns(ScenarioResult result) {
        List<String> columns = new ArrayList<>(COLUMNS);
        if (hasDebt(result)) {
            columns.addAll(DEBT, DebtText.columns());
        }
        return columns;
    }

    private static boolean hasDebt(ScenarioResult result) {
        return result.variants().stream().anyMatch(variant -> variant.total().debt() != null);
    }

    /** One row for each variant in each segment, then for all segments together. */
    public static List<List<String>> rows(ScenarioResult result) {
        List<List<String>> rows = new ArrayList<>();
        List<SegmentResult> segments = result.baseline().segments();
        for (int i = 0; i < segments.size(); i++) {
            for (VariantResult variant : result.variants()) {
                rows.add(row(result, variant, variant.segments().get(i), segments.get(i)));
            }
        }
        for (VariantResult variant : result.variants()) {
            rows.add(row(result, variant, variant.total(), result.baseline().total()));
        }
        return rows;
    }

    private static List<String> row(
            ScenarioResult result, VariantResult variant, SegmentResult measured, SegmentResult baseline) {
        boolean isBaseline = variant.equals(result.baseline());
        List<String> row = new ArrayList<>(List.of(
                isBaseline ? measured.segment() : "",
                variant.name(),
                HumanUnits.count(measured.throughput()) + limits(measured.low(), measured.high(), HumanUnits::count),
                isBaseline ? "" : gain(variant.gainOver(result.baseline(), measured, baseline)),
                HumanUnits.latency(measured.readP99()),
                HumanUnits.latency(measured.writeP99()),
                HumanUnits.seconds(measured.firstChange())));
        if (hasDebt(result)) {
            row.addAll(DEBT, debt(measured.debt()));
        }
        return row;
    }

    private static List<String> debt(DebtPoint debt) {
        return debt == null ? DebtText.cells(Double.NaN, Double.NaN) : DebtText.cells(debt.sstables(), debt.pending());
    }

    static String gain(ConfidenceInterval gain) {
        return HumanUnits.signedPercent(gain.mean()) + limits(gain.low(), gain.high(), HumanUnits::signedPercent);
    }

    static String limits(double low, double high, DoubleFunction<String> unit) {
        return Double.isNaN(low) ? "" : " [" + unit.apply(low) + ", " + unit.apply(high) + "]";
    }

    /** The findings in sentences. */
    public static List<String> findings(ScenarioResult result) {
        return new ScenarioFindings(result).sentences();
    }

    /** The last line of {@code rafiki demo}. */
    public static String demo(ScenarioResult result, Path report) {
        TunerCounters counters = result.counters();
        return String.format(
                Locale.ROOT,
                "demo: decisions=%d applied=%d readback=%s gain=%.1f%% report=%s",
                counters.decisions(),
                counters.applied(),
                readBack(result),
                100 * result.gain(VariantResult::total).mean(),
                report);
    }

    /** The last line of {@code rafiki replay}. */
    public static String replay(ScenarioResult result, Path report) {
        VariantResult tuned = result.tuned();
        VariantResult fixed = result.variants().get(1);
        return String.format(
                Locale.ROOT,
                "replay: operations=%.0f over_default=%.1f%% over_static=%.1f%% read_p99=%s write_p99=%s"
                        + " changes=%d rewriting=%d transition=%.0fs readback=%s report=%s",
                tuned.total().operations(),
                100 * tuned.gainOver(result.baseline()),
                100 * tuned.gainOver(fixed),
                millis(tuned.total().readP99()),
                millis(tuned.total().writeP99()),
                result.changes(),
                result.rewrites(),
                result.transitionSeconds(),
                readBack(result),
                report);
    }

    private static String millis(double micros) {
        return Double.isNaN(micros)
                ? HumanUnits.ABSENT
                : String.format(Locale.ROOT, "%.1fms", micros / MICROS_PER_MILLI);
    }

    /** The last lines of {@code rafiki simulate}: the holds by reason, and the numbers. */
    public static List<String> simulate(ScenarioResult result) {
        TunerCounters counters = result.tuned().tuner();
        return List.of(
                "holds: " + (counters.holds().isEmpty() ? "none" : holds(counters)),
                String.format(
                        Locale.ROOT,
                        "simulate: windows=%d changes=%d rollbacks=%d rewriting=%d holds=%d",
                        counters.windows(),
                        result.tuned().count(TimelineEvent.Kind.APPLY),
                        result.tuned().count(TimelineEvent.Kind.ROLLBACK),
                        result.tuned().count(TimelineEvent.Kind.REWRITING),
                        counters.holds().values().stream()
                                .mapToLong(Long::longValue)
                                .sum()));
    }

    /** The reasons to hold with their numbers, the most frequent first. */
    static String holds(TunerCounters counters) {
        return counters.holds().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(hold -> hold.getKey() + " " + hold.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String readBack(ScenarioResult result) {
        return result.isReadBack() ? "ok" : "failed";
    }
}
