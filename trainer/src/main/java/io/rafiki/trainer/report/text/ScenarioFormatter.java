package io.rafiki.trainer.report.text;

import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.scenario.ScenarioResult;
import io.rafiki.trainer.scenario.SegmentResult;
import io.rafiki.trainer.scenario.TimelineEvent;
import io.rafiki.trainer.scenario.TunerCounters;
import io.rafiki.trainer.scenario.Variant;
import io.rafiki.trainer.scenario.VariantResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The result of a scenario as text, with the wording that its page uses. */
public final class ScenarioFormatter {

    /** The columns that name a row. */
    public static final Set<String> NAMES = Set.of("segment", "variant");

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
        List<String> columns = new ArrayList<>(List.of("segment", "variant", "ops/s [95 %]", "gain"));
        if (result.tailSeconds() > 0) {
            columns.add(String.format(Locale.ROOT, "last %.0f s, ops/s", result.tailSeconds()));
            columns.add("gain at the end");
        }
        columns.addAll(List.of("read p99", "write p99", "first change"));
        return columns;
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
        List<String> row = new ArrayList<>(List.of(
                variant.equals(result.baseline()) ? measured.segment() : "",
                variant.name(),
                throughput(measured),
                variant.equals(result.baseline()) ? "" : gain(measured.throughput(), baseline.throughput())));
        if (result.tailSeconds() > 0) {
            row.add(HumanUnits.count(measured.tail()));
            row.add(variant.equals(result.baseline()) ? "" : gain(measured.tail(), baseline.tail()));
        }
        row.addAll(List.of(
                HumanUnits.latency(measured.readP99()),
                HumanUnits.latency(measured.writeP99()),
                HumanUnits.seconds(measured.firstChange())));
        return row;
    }

    private static String throughput(SegmentResult measured) {
        return HumanUnits.count(measured.throughput())
                + (Double.isNaN(measured.low())
                        ? ""
                        : " [" + HumanUnits.count(measured.low()) + ", " + HumanUnits.count(measured.high()) + "]");
    }

    private static String gain(double value, double baseline) {
        return HumanUnits.signedPercent(value / baseline - 1);
    }

    /** The findings in sentences. */
    public static List<String> findings(ScenarioResult result) {
        List<String> findings = new ArrayList<>();
        VariantResult tuned = result.tuned();
        for (VariantResult other : result.variants()) {
            if (!other.equals(tuned)) {
                findings.add("Throughput of the tuned node: " + HumanUnits.signedPercent(tuned.gainOver(other))
                        + " over " + other.name() + " ("
                        + HumanUnits.throughput(tuned.total().throughput()) + " and "
                        + HumanUnits.throughput(other.total().throughput()) + ").");
            }
        }
        TunerCounters counters = tuned.tuner();
        findings.add(String.format(
                Locale.ROOT,
                "Changes: %d, of which %d rewrote data; read back %s. Time between two configurations: %s (%s).",
                counters.applied(),
                tuned.count(TimelineEvent.Kind.REWRITING),
                result.isReadBack() ? "ok" : counters.readBackFailures() + " failed",
                HumanUnits.seconds(result.transitionSeconds()),
                HumanUnits.percent(result.transitionShare())));
        for (VariantResult variant : result.variants()) {
            if (!variant.total().configuration().equals(Variant.BASELINE)) {
                findings.add("Configuration of " + variant.name() + " at the end: "
                        + variant.total().configuration() + ".");
            }
        }
        if (!result.isApplied()) {
            findings.add(result.lastHold()
                    .map(hold -> "Nothing was applied: " + hold.text())
                    .orElse("Nothing was applied. The only reason to hold was an unchanged workload."));
        }
        return findings;
    }

    /** The last line of {@code rafiki demo}. */
    public static String demo(ScenarioResult result, Path report) {
        TunerCounters counters = result.tuned().tuner();
        return String.format(
                Locale.ROOT,
                "demo: decisions=%d applied=%d readback=%s gain=%.1f%% report=%s",
                counters.decisions(),
                counters.applied(),
                readBack(result),
                100 * result.tuned().gainOver(result.baseline()),
                report);
    }

    /** The last line of {@code rafiki replay}. */
    public static String replay(ScenarioResult result, Path report) {
        VariantResult tuned = result.tuned();
        VariantResult fixed = result.variants().get(1);
        return String.format(
                Locale.ROOT,
                "replay: operations=%.0f over_default=%.1f%% over_static=%.1f%% read_p99=%.1fms write_p99=%.1fms"
                        + " changes=%d rewriting=%d transition=%.0fs readback=%s report=%s",
                tuned.total().operations(),
                100 * tuned.gainOver(result.baseline()),
                100 * tuned.gainOver(fixed),
                tuned.total().readP99() / MICROS_PER_MILLI,
                tuned.total().writeP99() / MICROS_PER_MILLI,
                tuned.tuner().applied(),
                tuned.count(TimelineEvent.Kind.REWRITING),
                result.transitionSeconds(),
                readBack(result),
                report);
    }

    /** The last lines of {@code rafiki simulate}: the holds by reason, and the numbers. */
    public static List<String> simulate(ScenarioResult result) {
        TunerCounters counters = result.tuned().tuner();
        return List.of(
                counters.holds().isEmpty()
                        ? "holds: none"
                        : counters.holds().entrySet().stream()
                                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                                        .thenComparing(Map.Entry.comparingByKey()))
                                .map(hold -> hold.getKey() + " " + hold.getValue())
                                .collect(Collectors.joining(", ", "holds: ", "")),
                String.format(
                        Locale.ROOT,
                        "simulate: windows=%d changes=%d rewriting=%d holds=%d",
                        counters.windows(),
                        result.tuned().count(TimelineEvent.Kind.APPLY),
                        result.tuned().count(TimelineEvent.Kind.REWRITING),
                        counters.holds().values().stream()
                                .mapToLong(Long::longValue)
                                .sum()));
    }

    private static String readBack(ScenarioResult result) {
        return result.isReadBack() ? "ok" : "failed";
    }
}
