package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReplayScenarioTest {

    private static final Path MODEL = Path.of("../conf/models/cassandra-5.0-2core/model.zip");
    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
    private static final Duration QUARTER = Duration.ofMinutes(15);

    @Test
    void rejectsASpeedThatLeavesNoWholeSecond() {
        assertThatThrownBy(() -> ReplayScenario.schedule(trace(), 1_800))
                .hasMessage(
                        "expected a speed at which the trace's shortest phase lasts 1 s or more, found 0.500 s at 1800."
                                + " Give at most 900.");
    }

    @Test
    void rejectsATraceThatNoSpeedCanReplay() {
        Trace half = trace(Duration.ofMillis(500));
        assertThatThrownBy(() -> ReplayScenario.schedule(half, 1))
                .hasMessage("expected a trace whose shortest phase lasts 1 s or more, found 0.500 s. Merge its short"
                        + " phases.");
    }

    /** In floating point 2.8 - 2.1 is less than 0.7. */
    @Test
    void theGreatestSpeedIsExact() {
        Trace sevens = trace(Duration.ofSeconds(7));
        assertThatThrownBy(() -> ReplayScenario.schedule(sevens, 10)).hasMessageEndingWith("Give at most 7.");
        assertThat(ReplayScenario.schedule(sevens, 7).seconds()).isEqualTo(8);
    }

    /**
     * At 300 times its speed a quarter of an hour lasts 3 s, and four changes per hour are 1,200, of which 1,000 are allowed. The longest
     * stretch of one workload is the warm-up with an hour of reads.
     */
    @Test
    void scalesWindowAndBudgetsWithTheTrace() throws Exception {
        Scenario replay = replay(300);
        assertThat(replay.variants()).extracting(Variant::name).containsExactly("baseline", "static", "tuned");
        assertThat(replay.variants().get(2).agent().orElseThrow().text())
                .contains(
                        "window: 3000ms",
                        "max_changes_per_hour: 1000",
                        "max_rewrites_per_day: 600",
                        "payback_horizon: 12s");
        assertThat(replay(60).variants().get(2).agent().orElseThrow().text())
                .contains(
                        "window: 15000ms",
                        "max_changes_per_hour: 240",
                        "max_rewrites_per_day: 120",
                        "payback_horizon: 60s");
    }

    @Test
    void theWarmUpPrecedesTheTraceAndDoesNotCount() throws Exception {
        Scenario replay = replay(300);
        assertThat(replay.schedule().seconds()).as("40 + 8 x 3").isEqualTo(64);
        assertThat(replay.start()).isEqualTo(40);
        assertThat(replay.segments())
                .containsExactly(
                        new Segment("reads (75 % or more)", List.of(new TimeRange(40, 52))),
                        new Segment("writes (75 % or more)", List.of(new TimeRange(52, 64))));
    }

    /** Leveled compaction is best of the shipped model's choices where half of the time is reading. */
    @Test
    void theStaticNodeStartsWithItsConfiguration() throws Exception {
        Variant fixed = replay(300).variants().get(1);
        assertThat(fixed.agent()).isEmpty();
        assertThat(fixed.configuration()).contains("compaction=Leveled");
        assertThat(fixed.cassandraYaml()).isNotEmpty();
    }

    private static Scenario replay(double speed) throws Exception {
        KnobCatalogue catalogue =
                KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 400));
        Schedule schedule = ReplayScenario.schedule(trace(), speed);
        return ReplayScenario.of(MODEL, schedule, speed, Duration.ofSeconds(40), catalogue);
    }

    /** An hour of reads, then an hour of writes. */
    private static Trace trace() {
        return trace(QUARTER);
    }

    /** Four intervals of reads, then four of writes. */
    private static Trace trace(Duration length) {
        return new Trace(IntStream.range(0, 8)
                .mapToObj(i ->
                        new TraceRow(START.plus(length.multipliedBy(i)), length, i < 4 ? 90 : 10, i < 4 ? 10 : 90, 0))
                .toList());
    }
}
