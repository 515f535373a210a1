package io.rafiki.trainer.report.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.trainer.report.ScenarioExample;
import io.rafiki.trainer.scenario.ScenarioResult;
import io.rafiki.trainer.scenario.Schedule;
import io.rafiki.trainer.scenario.SegmentResult;
import io.rafiki.trainer.scenario.TimelineEvent;
import io.rafiki.trainer.scenario.TunerCounters;
import io.rafiki.trainer.scenario.VariantResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScenarioFormatterTest {

    /** Three phases and their total, each for two nodes. */
    @Test
    void theDemosTableComparesTheEndsOfItsPhases() {
        ScenarioResult demo = ScenarioExample.demo();
        assertThat(ScenarioFormatter.columns(demo)).contains("last 10 s, ops/s", "gain at the end");
        assertThat(ScenarioFormatter.rows(demo)).hasSize(8).allSatisfy(row -> assertThat(row)
                .hasSameSizeAs(ScenarioFormatter.columns(demo)));
        assertThat(ScenarioFormatter.text(demo)).contains("90 % reads", "10 % reads", "50 % reads", "Cassandra 5.0");
    }

    @Test
    void showsAReplayOfThreeNodes() {
        GoldenText.assertApproved("replay.txt", ScenarioFormatter.text(ScenarioExample.replay()));
    }

    /** The gain of the summary is that of the seconds after each phase's beginning, recomputed from the recorded series. */
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

    /** 36 to 50, 60 to 74 and 84 to 98 s. */
    private static double measured(VariantResult variant) {
        return List.of(36, 60, 84).stream()
                .flatMap(from -> variant.throughput().subList(from, from + 14).stream())
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    /** 6,050 operations/s for 120 s; 21 % and 10 % more than 5,000 and 5,500; 70 to 90 s and 100 to 101 s in transition. */
    @Test
    void theReplaysSummaryComparesAllThree() {
        assertThat(ScenarioFormatter.replay(ScenarioExample.replay(), Path.of("replay.html")))
                .isEqualTo(
                        "replay: operations=726000 over_default=21.0% over_static=10.0% read_p99=3.5ms write_p99=NaNms"
                                + " changes=2 rewriting=1 transition=21s readback=ok report=replay.html");
    }

    @Test
    void theSimulationsSummarySortsHoldsByTheirNumber() {
        VariantResult tuned = new VariantResult(
                "tuned",
                List.of(),
                SegmentResult.simulated("all", 1_000, 10, "baseline"),
                30,
                List.of(),
                List.of(),
                new TunerCounters(2_880, 5, 0, 0, Map.of("cooling_down", 3L, "workload_unchanged", 2_871L)));
        ScenarioResult result = new ScenarioResult(
                "simulate", Schedule.of(List.of(Duration.ofDays(1)), List.of(0.9)), 0, 0, List.of(tuned), Map.of());
        assertThat(ScenarioFormatter.simulate(result))
                .containsExactly(
                        "holds: workload_unchanged 2871, cooling_down 3",
                        "simulate: windows=2880 changes=0 rewriting=0 holds=2874");
        assertThat(ScenarioFormatter.findings(result))
                .last()
                .isEqualTo("Nothing was applied. The only reason to hold was an unchanged workload.");
    }
}
