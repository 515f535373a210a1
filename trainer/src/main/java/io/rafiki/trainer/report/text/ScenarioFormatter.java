package io.rafiki.trainer.report.text;

import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.scenario.RunPair;
import io.rafiki.trainer.scenario.ScenarioResult;
import io.rafiki.trainer.scenario.SegmentResult;
import io.rafiki.trainer.scenario.TimeRange;
import io.rafiki.trainer.scenario.TimelineEvent;
import io.rafiki.trainer.scenario.TransitionCost;
import io.rafiki.trainer.scenario.TunerCounters;
import io.rafiki.trainer.scenario.Variant;
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

    /** Names of the columns of {@link #rows}. */
    public static final List<String> COLUMNS =
            List.of("segment", "variant", "ops/s [95 %]", "gain [95 %]", "read p99", "write p99", "first change");

    private static final String NL = System.lineSeparator();
    private static final double MICROS_PER_MILLI = 1_000;

    /** A relative change of throughput within a segment that is reported. */
    private static final double UNSTEADY = 0.1;

    private ScenarioFormatter() {}

    /** Conditions, table and findings. */
    public static String text(ScenarioResult result) {
        TextTable table = new TextTable(COLUMNS);
        rows(result).forEach(table::row);
        return TextTable.pairs(result.conditions())
                + NL
                + NL
                + table.text()
                + NL
                + NL
                + String.join(NL, findings(result));
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
        return List.of(
                isBaseline ? measured.segment() : "",
                variant.name(),
                HumanUnits.count(measured.throughput()) + limits(measured.low(), measured.high(), HumanUnits::count),
                isBaseline ? "" : gain(variant.gainOver(result.baseline(), measured, baseline)),
                HumanUnits.latency(measured.readP99()),
                HumanUnits.latency(measured.writeP99()),
                HumanUnits.seconds(measured.firstChange()));
    }

    private static String gain(ConfidenceInterval gain) {
        return HumanUnits.signedPercent(gain.mean()) + limits(gain.low(), gain.high(), HumanUnits::signedPercent);
    }

    private static String limits(double low, double high, DoubleFunction<String> unit) {
        return Double.isNaN(low) ? "" : " [" + unit.apply(low) + ", " + unit.apply(high) + "]";
    }

    /** The findings in sentences. */
    public static List<String> findings(ScenarioResult result) {
        List<String> findings = new ArrayList<>();
        VariantResult tuned = result.tuned();
        boolean isRepeated = !result.repeats().isEmpty();
        for (VariantResult other : result.variants()) {
            if (!other.equals(tuned)) {
                findings.add("Throughput of the tuned node over " + other.name() + ": "
                        + difference(
                                isRepeated
                                        ? result.gain(VariantResult::total)
                                        : tuned.gainOver(other, tuned.total(), other.total()))
                        + " (" + HumanUnits.throughput(tuned.total().throughput()) + " and "
                        + HumanUnits.throughput(other.total().throughput())
                        + (isRepeated ? " in the first pair" : "") + ").");
            }
        }
        if (isRepeated) {
            findings.add(result.pairs().size()
                    + " pairs of runs alternated: gains and costs are their means, and the intervals contain the differences"
                    + " between pairs. Gains of the pairs: "
                    + result.pairs().stream()
                            .map(pair -> HumanUnits.signedPercent(pair.gain(VariantResult::total)))
                            .collect(Collectors.joining(", "))
                    + ". Table and timeline show the first pair.");
        }
        if (tuned.segments().stream().allMatch(segment -> segment.parts().size() == 1)) {
            findings.addAll(phases(result));
        }
        TunerCounters counters = result.counters();
        findings.add(String.format(
                Locale.ROOT,
                "Changes: %d, of which %d rewrote data; read back %s. Time between two configurations: %s (%s).",
                counters.applied(),
                result.pairs().stream()
                        .mapToLong(pair -> pair.tuned().count(TimelineEvent.Kind.REWRITING))
                        .sum(),
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

    /** For each phase the gain after its change, the cost of the change, and what makes the figures uncertain. */
    private static List<String> phases(ScenarioResult result) {
        List<String> findings = new ArrayList<>();
        for (int i = 0; i < result.tuned().segments().size(); i++) {
            int number = i;
            String name = result.tuned().segments().get(i).segment();
            ConfidenceInterval gain = result.gain(run -> run.segments().get(number));
            double gained = gain.mean() * result.baseline().segments().get(i).throughput();
            findings.add(name + ": " + difference(gain)
                    + result.transitionCosts().stream()
                            .filter(cost -> cost.segment().equals(name))
                            .map(cost -> cost(cost, gain, gained))
                            .collect(Collectors.joining())
                    + ".");
            for (RunPair pair : result.pairs()) {
                findings.addAll(doubts(pair, i, result.schedule().seconds()));
            }
        }
        return findings;
    }

    /** What makes the figures of a phase uncertain. */
    private static List<String> doubts(RunPair pair, int number, double end) {
        List<String> doubts = new ArrayList<>();
        for (VariantResult run : List.of(pair.tuned(), pair.baseline())) {
            SegmentResult segment = run.segments().get(number);
            TimeRange measured = segment.parts().get(0);
            if (Math.abs(segment.change()) >= UNSTEADY) {
                doubts.add(segment.segment() + ": the throughput of " + run.name() + " still changed by "
                        + HumanUnits.signedPercent(segment.change()) + " while it was measured.");
            }
            if (run.rewrites(end).stream()
                    .anyMatch(rewrite -> rewrite.from() < measured.to() && rewrite.to() > measured.from())) {
                doubts.add(segment.segment() + ": " + run.name() + " still rewrote data while it was measured.");
            }
            if (changed(run, measured)) {
                doubts.add(segment.segment() + ": " + run.name()
                        + " changed while it was measured; the gain includes the cost.");
            }
        }
        return doubts;
    }

    private static boolean changed(VariantResult run, TimeRange measured) {
        return run.events().stream()
                .anyMatch(event ->
                        event.isChange() && event.second() >= measured.from() && event.second() < measured.to());
    }

    private static String difference(ConfidenceInterval gain) {
        return gain(gain) + (gain.low() <= 0 && gain.high() >= 0 ? ", not shown to differ" : "");
    }

    /**
     * @param gain afterwards
     * @param gained the same in operations per second
     */
    private static String cost(TransitionCost cost, ConfidenceInterval gain, double gained) {
        ConfidenceInterval lost = cost.operations();
        String period = " in the " + HumanUnits.seconds(cost.seconds()) + " from the change to the measurement";
        if (lost.low() <= 0 && lost.high() >= 0) {
            return "; no cost of the change is shown" + period;
        }
        String operations = HumanUnits.count(Math.abs(lost.mean())) + " operations";
        if (lost.mean() < 0) {
            return "; " + operations + " more" + period;
        }
        return "; the change cost " + operations
                + limits(lost.low(), lost.high(), HumanUnits::count) + period
                + (gain.low() > 0
                        ? ", repaid after " + HumanUnits.seconds(lost.mean() / gained)
                        : ", not shown to be repaid");
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
