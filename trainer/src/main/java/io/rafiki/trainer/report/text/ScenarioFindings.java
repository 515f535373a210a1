package io.rafiki.trainer.report.text;

import io.rafiki.trainer.format.HumanUnits;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The findings of a scenario in sentences. */
record ScenarioFindings(ScenarioResult result) {

    /** A relative change of throughput within a segment that is reported. */
    private static final double UNSTEADY = 0.1;

    List<String> sentences() {
        List<String> findings = new ArrayList<>();
        result.variants().stream()
                .filter(other -> !other.equals(result.tuned()))
                .forEach(other -> findings.add(gainOver(other)));
        if (isRepeated()) {
            findings.add(pairs());
        } else if (!Double.isNaN(result.tuned().total().low())) {
            findings.add(singleRuns());
        }
        runs().flatMap(run -> run.refusedLimits().stream()).distinct().forEach(findings::add);
        runs().filter(run -> run.failures() > 0).map(ScenarioFindings::failed).forEach(findings::add);
        if (result.tuned().segments().stream()
                .allMatch(segment -> segment.parts().size() == 1)) {
            findings.addAll(phases());
        }
        findings.add(changes());
        unfinished().ifPresent(findings::add);
        result.variants().stream()
                .filter(variant -> !variant.total().configuration().equals(Variant.BASELINE))
                .forEach(variant -> findings.add("Configuration of " + variant.name() + " at the end: "
                        + variant.total().configuration() + "."));
        if (!result.isApplied()) {
            findings.add(result.lastHold()
                    .map(hold -> "Nothing was applied: " + hold.text())
                    .orElseGet(this::holds));
        }
        return findings;
    }

    /** Why nothing was applied, by the counted holds. */
    private String holds() {
        TunerCounters counters = result.counters();
        return "Nothing was applied. "
                + (counters.holds().keySet().stream().allMatch(TimelineEvent.WORKLOAD_UNCHANGED::equals)
                        ? "The only reason to hold was an unchanged workload."
                        : "Holds: " + ScenarioFormatter.holds(counters) + ".");
    }

    private boolean isRepeated() {
        return !result.repeats().isEmpty();
    }

    /** The runs of all variants, then those of the further pairs. */
    private Stream<VariantResult> runs() {
        return Stream.concat(
                result.variants().stream(),
                result.repeats().stream().flatMap(pair -> Stream.of(pair.tuned(), pair.baseline())));
    }

    private static String failed(VariantResult run) {
        return run.failures() == 1
                ? "1 operation of " + run.name() + " failed; its figures leave it out."
                : HumanUnits.count((double) run.failures()) + " operations of " + run.name()
                        + " failed; its figures leave them out.";
    }

    private String gainOver(VariantResult other) {
        SegmentResult tuned = result.tuned().total();
        ConfidenceInterval gain = isRepeated()
                ? result.gain(VariantResult::total)
                : result.tuned().gainOver(other, tuned, other.total());
        return "Throughput of the tuned node over " + other.name() + ": " + difference(gain)
                + " (" + HumanUnits.throughput(tuned.throughput()) + " and "
                + HumanUnits.throughput(other.total().throughput())
                + (isRepeated() ? " in the first pair" : "") + ").";
    }

    private String pairs() {
        return result.pairs().size()
                + " pairs of runs alternated: gains and costs are their means, and the intervals contain the differences"
                + " between pairs. Gains of the pairs: "
                + result.pairs().stream()
                        .map(pair -> HumanUnits.signedPercent(pair.gain(VariantResult::total)))
                        .collect(Collectors.joining(", "))
                + ". Table and timeline show the first pair.";
    }

    private String singleRuns() {
        return "The intervals contain the differences between seconds, not those between runs"
                + (result.scenario().equals("demo") ? "; omit --quick for pairs." : ".");
    }

    private String changes() {
        TunerCounters counters = result.counters();
        return String.format(
                Locale.ROOT,
                "Changes: %d, of which %d rewrote data; read back %s. Time between two configurations: %s (%s).",
                result.changes(),
                result.rewrites(),
                result.isReadBack() ? "ok" : counters.readBackFailures() + " failed",
                HumanUnits.seconds(result.transitionSeconds()),
                HumanUnits.percent(result.transitionShare()));
    }

    /** A rewrite that lasts longer than the demo costs throughput only. */
    private Optional<String> unfinished() {
        double end = result.schedule().seconds();
        boolean runs = result.scenario().equals("demo")
                && result.tuned().rewrites(end).stream().anyMatch(rewrite -> rewrite.to() >= end);
        return runs
                ? Optional.of("The rewrite did not end in the demo's time. The figures show its cost and not its gain"
                        + (isRepeated() ? "." : "; omit --quick for longer phases."))
                : Optional.empty();
    }

    /** For each phase the gain after its change, the cost of the change, and what makes the figures uncertain. */
    private List<String> phases() {
        List<String> findings = new ArrayList<>();
        for (int i = 0; i < result.tuned().segments().size(); i++) {
            int number = i;
            String name = result.tuned().segments().get(i).segment();
            Function<VariantResult, SegmentResult> part = run -> run.segments().get(number);
            ConfidenceInterval gain = result.gain(part);
            double baseline = result.pairs().stream()
                    .mapToDouble(pair -> part.apply(pair.baseline()).throughput())
                    .average()
                    .orElseThrow();
            double gained = gain.mean() * baseline;
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
        return ScenarioFormatter.gain(gain) + (gain.low() <= 0 && gain.high() >= 0 ? ", not shown to differ" : "");
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
                + ScenarioFormatter.limits(lost.low(), lost.high(), HumanUnits::count) + period
                + (gain.low() > 0
                        ? ", repaid after " + HumanUnits.seconds(lost.mean() / gained)
                        : ", not shown to be repaid");
    }
}
