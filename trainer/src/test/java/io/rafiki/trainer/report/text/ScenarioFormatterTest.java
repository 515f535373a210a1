package io.rafiki.trainer.report.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.trainer.report.ScenarioExample;
import io.rafiki.trainer.scenario.DebtPoint;
import io.rafiki.trainer.scenario.ScenarioResult;
import io.rafiki.trainer.scenario.Schedule;
import io.rafiki.trainer.scenario.SegmentResult;
import io.rafiki.trainer.scenario.TimeRange;
import io.rafiki.trainer.scenario.TimelineEvent;
import io.rafiki.trainer.scenario.TunerCounters;
import io.rafiki.trainer.scenario.VariantResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScenarioFormatterTest {

    /** Three phases and their total, each for two nodes. */
    @Test
    void theDemosTableComparesItsPhases() {
        ScenarioResult demo = ScenarioExample.demo();
        assertThat(ScenarioFormatter.rows(demo)).hasSize(8).allSatisfy(row -> assertThat(row)
                .hasSameSizeAs(ScenarioFormatter.columns(demo)));
        assertThat(ScenarioFormatter.text(demo)).contains("90 % reads", "10 % reads", "50 % reads", "Cassandra 5.0");
    }

    @Test
    void theDemosTableShowsTheDebtBesideTheThroughput() {
        ScenarioResult demo = demo(600, 1_000);
        assertThat(ScenarioFormatter.columns(demo).subList(2, 5))
                .containsExactly("ops/s [95 %]", "sstables at the end", "compactions pending");
        assertThat(ScenarioFormatter.rows(demo))
                .extracting(row -> row.get(3) + " and " + row.get(4))
                .containsExactly("41 and 3", "12 and 3", "41 and 3", "12 and 3");
    }

    /**
     * Forty seconds at 1,000 and 900 ops/s. Before the change at 10 s both nodes are equal; until the measurement at 20 s the tuned node
     * serves half, which it repays in 50 s; afterwards it serves a ninth more.
     */
    @Test
    void theCostOfAChangeAndTheGainAfterItAreSeparate() {
        ScenarioResult demo = demo(600, 1_000);
        assertThat(ScenarioFormatter.findings(demo))
                .contains("90 % reads: +11.1 % [+11.0 %, +11.2 %]; the change cost 3,000 operations [2,990, 3,010] in"
                        + " the 10 s from the change to the measurement, repaid after 30 s.");
        assertThat(demo.transitionCosts()).singleElement().satisfies(cost -> {
            assertThat(cost.seconds()).isEqualTo(10);
            assertThat(cost.operations().mean()).isCloseTo(3_000, within(1e-6));
        });
    }

    @Test
    void aGainWithinTheNoiseIsNotShownToDiffer() {
        assertThat(ScenarioFormatter.findings(demo(900, 900)))
                .anyMatch(line -> line.startsWith("90 % reads: +0.0 % [")
                        && line.contains("], not shown to differ; no cost of the change is shown in the 10 s"));
    }

    @Test
    void aCostWithoutAShownGainIsNotRepaid() {
        assertThat(ScenarioFormatter.findings(demo(600, 900)))
                .anyMatch(line -> line.contains("the change cost 3,000 operations")
                        && line.endsWith("from the change to the measurement, not shown to be repaid."));
    }

    /** A slow node decides late. */
    @Test
    void aChangeWithinTheMeasurementHasNoSeparateCost() {
        ScenarioResult demo = demo(900, 1_000, 25);
        assertThat(demo.transitionCosts()).isEmpty();
        assertThat(ScenarioFormatter.findings(demo))
                .anyMatch(line -> line.startsWith("90 % reads: +11.1 % [") && !line.contains("cost"))
                .contains("90 % reads: tuned changed while it was measured; the gain includes the cost.");
    }

    @Test
    void aRewriteThatOutlastsTheDemoShowsItsCostOnly() {
        String finding = "The rewrite did not end in the demo's time. The figures show its cost and not its gain;"
                + " omit --quick for longer phases.";
        TimelineEvent begun = TimelineEvent.rewrite(10, TimelineEvent.Kind.REWRITING, "");
        TimelineEvent ended = TimelineEvent.rewrite(30, TimelineEvent.Kind.SETTLED, "");
        List<Double> same = series(900, 900, 900);
        assertThat(ScenarioFormatter.findings(demo(same, same, List.of(begun)))).contains(finding);
        assertThat(ScenarioFormatter.findings(demo(same, same, List.of(begun, ended))))
                .doesNotContain(finding);
    }

    /** Pairs at +11 % and 0 %, with costs of 3,000 and 0 operations: two values each have no narrow interval. */
    @Test
    void pairsThatDifferShowNeitherGainNorCost() {
        ScenarioResult first = demo(600, 1_000);
        ScenarioResult pairs = new ScenarioResult(
                "demo",
                first.schedule(),
                0,
                first.variants(),
                Map.of(),
                List.of(demo(900, 900).pairs().get(0)));
        assertThat(ScenarioFormatter.findings(pairs))
                .noneMatch(line -> line.contains("differences between seconds"))
                .contains("2 pairs of runs alternated: gains and costs are their means, and the intervals contain the"
                        + " differences between pairs. Gains of the pairs: +11.1 %, +0.0 %. Table and timeline show the first"
                        + " pair.")
                .anyMatch(line -> line.startsWith("90 % reads: +5.4 % [")
                        && line.contains("], not shown to differ; no cost of the change is shown in the 10 s"));
        assertThat(ScenarioFormatter.demo(pairs, Path.of("demo.html")))
                .isEqualTo("demo: decisions=2 applied=2 readback=ok gain=5.4% report=demo.html");
    }

    /** Baselines of 900 and 1,800 ops/s, gains of a ninth, costs of 3,000 operations: 150 ops/s repay them. */
    @Test
    void aCostIsRepaidByTheMeanGainOfAllPairs() {
        ScenarioResult first = demo(600, 1_000);
        ScenarioResult second = demo(series(1_800, 1_800, 1_800), series(1_800, 1_500, 2_000), 10);
        ScenarioResult pairs = new ScenarioResult(
                "demo",
                first.schedule(),
                0,
                first.variants(),
                Map.of(),
                List.of(second.pairs().get(0)));
        assertThat(ScenarioFormatter.findings(pairs))
                .anyMatch(line -> line.startsWith("90 % reads: +11.1 % [") && line.endsWith(", repaid after 20 s."));
    }

    @Test
    void aSinglePairStatesWhatItsIntervalsContain() {
        assertThat(ScenarioFormatter.findings(demo(600, 1_000)))
                .contains("The intervals contain the differences between seconds, not those between runs;"
                        + " omit --quick for pairs.");
    }

    @Test
    void failedOperationsAreFindings() {
        assertThat(ScenarioFormatter.findings(withDoubts(5, List.of())))
                .contains("5 operations of tuned failed; its figures leave them out.");
        assertThat(ScenarioFormatter.findings(withDoubts(1, List.of())))
                .contains("1 operation of tuned failed; its figures leave it out.");
        assertThat(ScenarioFormatter.findings(withDoubts(0, List.of()))).noneMatch(line -> line.contains("failed"));
    }

    /** Each run has the same limits. */
    @Test
    void aRefusedLimitIsOneFinding() {
        String refused = "the node's memory limit could not be set as planned: x";
        assertThat(ScenarioFormatter.findings(withDoubts(0, List.of(refused)))).containsOnlyOnce(refused);
    }

    /** A demo of two pairs, the first of which has failures and refused limits. */
    private static ScenarioResult withDoubts(long failures, List<String> refused) {
        ScenarioResult demo = demo(600, 1_000);
        VariantResult baseline = withDoubts(demo.baseline(), 0, refused);
        return new ScenarioResult(
                "demo",
                demo.schedule(),
                0,
                List.of(baseline, withDoubts(demo.tuned(), failures, refused)),
                Map.of(),
                List.of(demo.pairs().get(0)));
    }

    private static VariantResult withDoubts(VariantResult run, long failures, List<String> refused) {
        return new VariantResult(
                run.name(),
                run.segments(),
                run.total(),
                run.step(),
                run.throughput(),
                run.events(),
                run.tuner(),
                failures,
                refused);
    }

    private static ScenarioResult demo(double during, double after) {
        return demo(during, after, 10);
    }

    /**
     * @param during throughput of the tuned node from 10 s until the measurement
     * @param change second of its change
     */
    private static ScenarioResult demo(double during, double after, double change) {
        return demo(series(900, 900, 900), series(900, during, after), change);
    }

    private static ScenarioResult demo(List<Double> baseline, List<Double> tuned, double change) {
        TimelineEvent apply = new TimelineEvent(change, TimelineEvent.Kind.APPLY, "gain", "[d1]", "a=1");
        return demo(baseline, tuned, List.of(apply));
    }

    private static ScenarioResult demo(List<Double> baseline, List<Double> tuned, List<TimelineEvent> events) {
        Schedule schedule = Schedule.of(List.of(Duration.ofSeconds(40)), List.of(0.9));
        return new ScenarioResult(
                "demo",
                schedule,
                0,
                List.of(
                        variant("baseline", baseline, List.of(), null),
                        variant("tuned", tuned, events, new TunerCounters(0, 1, 1, 0, Map.of()))),
                Map.of(),
                List.of());
    }

    /** With a little noise, whose neighbouring values are not correlated. */
    private static List<Double> series(double before, double during, double after) {
        return IntStream.range(0, 40)
                .mapToObj(i -> (i < 10 ? before : i < 20 ? during : after) + (i % 2 == 0 ? 1.0 : -1.0))
                .toList();
    }

    private static VariantResult variant(
            String name, List<Double> series, List<TimelineEvent> events, TunerCounters counters) {
        double mean = series.subList(20, 40).stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        SegmentResult measured = new SegmentResult(
                "90 % reads",
                List.of(new TimeRange(20, 40)),
                20 * mean,
                mean,
                mean - 1,
                mean + 1,
                0,
                1_000,
                1_000,
                name,
                events.isEmpty() ? Double.NaN : events.get(0).second(),
                new DebtPoint(39, events.isEmpty() ? 41 : 12, 3));
        return new VariantResult(name, List.of(measured), measured, 1, series, events, counters, 0, List.of());
    }

    @Test
    void showsAReplayOfThreeNodes() {
        GoldenText.assertApproved("replay.txt", ScenarioFormatter.text(ScenarioExample.replay()));
    }

    /** The gain of the summary is that of the measured seconds, recomputed from the recorded series. */
    @Test
    void theDemosGainIsThatOfItsSeries() {
        ScenarioResult demo = ScenarioExample.demo();
        double gain = measured(demo.tuned()) / measured(demo.baseline()) - 1;
        assertThat(demo.tuned().gainOver(demo.baseline())).isCloseTo(gain, within(1e-9));
        assertThat(ScenarioFormatter.demo(demo, Path.of("runs/demo/demo.html")))
                .isEqualTo(String.format(
                        Locale.ROOT,
                        "demo: decisions=%d applied=%d readback=ok gain=%.1f%% report=runs/demo/demo.html",
                        demo.tuned().tuner().decisions(),
                        demo.tuned().count(TimelineEvent.Kind.APPLY),
                        100 * gain));
    }

    private static double measured(VariantResult variant) {
        return variant.segments().stream()
                .flatMap(segment -> segment.parts().stream())
                .flatMap(part -> variant.throughput().subList((int) part.from(), (int) part.to()).stream())
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    /** 6,050 operations/s for 120 s; 21 % and 10 % more than 5,000 and 5,500; 70 to 90 s and 100 to 101 s in transition. */
    @Test
    void theReplaysSummaryComparesAllThree() {
        assertThat(ScenarioFormatter.replay(ScenarioExample.replay(), Path.of("replay.html")))
                .isEqualTo("replay: operations=726000 over_default=21.0% over_static=10.0% read_p99=3.5ms write_p99=-"
                        + " changes=2 rewriting=1 transition=21s readback=ok report=replay.html");
    }

    @Test
    void theSimulationsSummarySortsHoldsByTheirNumber() {
        ScenarioResult result = simulation(Map.of("cooling_down", 3L, "workload_unchanged", 2_871L));
        assertThat(ScenarioFormatter.simulate(result))
                .containsExactly(
                        "holds: workload_unchanged 2871, cooling_down 3",
                        "simulate: windows=2880 changes=0 rollbacks=0 rewriting=0 holds=2874");
    }

    /** A simulation counts its holds and has no event for them. */
    @Test
    void aSimulationWithoutAChangeStatesItsHolds() {
        assertThat(ScenarioFormatter.findings(simulation(Map.of("cooling_down", 3L, "workload_unchanged", 2_871L))))
                .last()
                .isEqualTo("Nothing was applied. Holds: workload_unchanged 2871, cooling_down 3.");
        assertThat(ScenarioFormatter.findings(simulation(Map.of("workload_unchanged", 2_871L))))
                .last()
                .isEqualTo("Nothing was applied. The only reason to hold was an unchanged workload.");
    }

    private static ScenarioResult simulation(Map<String, Long> holds) {
        VariantResult tuned = new VariantResult(
                "tuned",
                List.of(),
                SegmentResult.simulated("all", 1_000, 10, "baseline"),
                30,
                List.of(),
                List.of(),
                new TunerCounters(2_880, 5, 0, 0, holds),
                0,
                List.of());
        return new ScenarioResult(
                "simulate",
                Schedule.of(List.of(Duration.ofDays(1)), List.of(0.9)),
                0,
                List.of(tuned),
                Map.of(),
                List.of());
    }
}
