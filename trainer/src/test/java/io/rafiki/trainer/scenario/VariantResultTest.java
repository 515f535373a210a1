package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.trainer.scenario.TimelineEvent.Kind;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.ycsb.MeasuredSeries;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/**
 * A run of 12 s: in second s the node serves 100 s operations, and reads take s ms. It reads in seconds 2 to 5 and 9 to 11 and writes in
 * between; the first two seconds are the warm-up.
 */
class VariantResultTest {

    private static final int SECONDS = 12;
    private static final Environment ENVIRONMENT = Lines.measured("a").environment();
    private static final TimelineEvent APPLIED =
            new TimelineEvent(7.5, Kind.APPLY, "predicted_gain", "[d1]", "concurrent_reads=64");

    private final Schedule schedule = Schedule.of(
            List.of(Duration.ofSeconds(6), Duration.ofSeconds(3), Duration.ofSeconds(3)), List.of(0.9, 0.1, 1.0));
    private final Scenario scenario = new Scenario(
            "replay",
            Optional.empty(),
            schedule,
            Duration.ofSeconds(2),
            2,
            segments(),
            List.of(Variant.baseline()),
            "mode auto");
    private final RunResult run = new RunResult(
            ENVIRONMENT,
            1,
            new YcsbResult(Map.of("read", histograms()), new MeasuredSeries(series(), 0)),
            List.of(APPLIED),
            Optional.of(new TunerCounters(0, 1, 1, 0, Map.of())),
            List.of(new DebtPoint(1, 9, 0), new DebtPoint(6, 12, 2), new DebtPoint(11.5, 15, 4)));

    @Test
    void aSegmentOfTwoPartsIsTheMeanOfAllItsSeconds() throws Exception {
        SegmentResult reads = evaluated().segments().get(0);
        assertThat(reads.operations()).as("100 (2 + 3 + 4 + 5 + 9 + 10 + 11)").isEqualTo(4_400);
        assertThat(reads.throughput()).isCloseTo(4_400 / 7.0, within(1e-9));
        assertThat(reads.low()).as("no interval of parts of a few seconds").isNaN();
        assertThat(reads.change()).isNaN();
        assertThat(reads.firstChange()).isNaN();
    }

    /** 600 and 800 in turn: standard error 100 / sqrt(9), nine degrees of freedom, quantile 2.2622 of Student's t. */
    @Test
    void aSegmentOfTenSecondsHasStudentsInterval() throws Exception {
        List<Double> alternating = IntStream.range(0, SECONDS)
                .mapToObj(i -> i % 2 == 0 ? 600.0 : 800.0)
                .toList();
        RunResult steady = new RunResult(
                ENVIRONMENT,
                1,
                new YcsbResult(Map.of(), new MeasuredSeries(alternating, 0)),
                List.of(),
                Optional.empty(),
                List.of());
        SegmentResult measured =
                SegmentResult.of(new Segment("all", List.of(new TimeRange(0, 10))), scenario, steady, "baseline");
        assertThat(measured.throughput()).isEqualTo(700);
        assertThat(measured.low()).isCloseTo(700 - 2.2622 * 100 / 3, within(0.01));
        assertThat(measured.high()).isCloseTo(700 + 2.2622 * 100 / 3, within(0.01));
        assertThat(measured.change()).isCloseTo(0, within(0.3));
    }

    @Test
    void theFirstChangeCountsFromTheBeginningOfItsPhase() throws Exception {
        SegmentResult writes = evaluated().segments().get(1);
        assertThat(writes.throughput()).isEqualTo(700);
        assertThat(writes.firstChange())
                .as("applied at 7.5 s, the phase begins at 6 s")
                .isEqualTo(1.5);
    }

    @Test
    void theDebtIsThatAtTheEndOfTheSegment() throws Exception {
        assertThat(evaluated().segments().get(1).debt()).as("from 6 to 9 s").isEqualTo(new DebtPoint(6, 12, 2));
        assertThat(evaluated().segments().get(0).debt().pending()).as("to 12 s").isEqualTo(4);
    }

    @Test
    void theTotalContainsAllSegments() throws Exception {
        SegmentResult total = evaluated().total();
        assertThat(total.operations()).as("100 (2 + ... + 11)").isEqualTo(6_500);
        assertThat(total.throughput()).isEqualTo(650);
    }

    /** Each second has one hundred reads of one latency, so that of seven seconds the slowest decides. */
    @Test
    void p99IsThatOfTheSegmentsSecondsOnly() throws Exception {
        assertThat(evaluated().segments().get(0).readP99()).isCloseTo(11_000, within(11.0));
        assertThat(evaluated().segments().get(1).readP99()).isCloseTo(8_000, within(8.0));
        assertThat(evaluated().segments().get(1).writeP99()).isNaN();
    }

    @Test
    void theConfigurationIsThatAtTheEndOfTheSegment() throws Exception {
        Scenario first = new Scenario(
                "demo",
                Optional.empty(),
                schedule,
                Duration.ZERO,
                0,
                Segment.ofParts(schedule, List.of(new TimeRange(0, 6), new TimeRange(6, 9), new TimeRange(9, 12))),
                List.of(Variant.baseline()),
                "");
        assertThat(VariantResult.of(first, Variant.baseline(), run).segments())
                .extracting(SegmentResult::configuration)
                .containsExactly("baseline", "concurrent_reads=64", "concurrent_reads=64");
    }

    @Test
    void aRunThatEndedEarlyIsEvaluatedAsFarAsItLasted() throws Exception {
        RunResult early = new RunResult(
                ENVIRONMENT,
                1,
                new YcsbResult(Map.of("read", histograms()), new MeasuredSeries(series().subList(0, 11), 0)),
                List.of(),
                Optional.empty(),
                List.of());
        VariantResult result = VariantResult.of(scenario, Variant.baseline(), early);
        assertThat(result.total().throughput()).as("2 to 10").isEqualTo(600);
        assertThat(result.throughput()).hasSize(11);
    }

    @Test
    void failedOperationsAndRefusedLimitsAreRecorded() throws Exception {
        RunResult failing = new RunResult(
                Lines.unlimited("x", Lines.measured("a")).environment(),
                1,
                new YcsbResult(Map.of("read", histograms()), new MeasuredSeries(series(), 5)),
                List.of(),
                Optional.empty(),
                List.of());
        VariantResult result = VariantResult.of(scenario, Variant.baseline(), failing);
        assertThat(result.failures()).isEqualTo(5);
        assertThat(result.refusedLimits()).containsExactly("the node's memory limit could not be set as planned: x");
        assertThat(evaluated().failures()).isZero();
        assertThat(evaluated().refusedLimits()).isEmpty();
    }

    @Test
    void theGainIsTheRatioOfTheTotals() throws Exception {
        assertThat(evaluated().gainOver(withTotal(500))).isCloseTo(0.3, within(1e-9));
        assertThat(withTotal(585).gainOver(evaluated())).as("a loss").isCloseTo(-0.1, within(1e-9));
    }

    private static VariantResult withTotal(double throughput) {
        return new VariantResult(
                "other",
                List.of(),
                SegmentResult.simulated("all", 10 * throughput, 10, "baseline"),
                1,
                List.of(),
                List.of(),
                null,
                0,
                List.of());
    }

    private VariantResult evaluated() throws Exception {
        return VariantResult.of(scenario, Variant.baseline(), run);
    }

    private static List<Segment> segments() {
        return List.of(
                new Segment("reads", List.of(new TimeRange(2, 6), new TimeRange(9, 12))),
                new Segment("writes", List.of(new TimeRange(6, 9))));
    }

    private static List<Double> series() {
        return IntStream.range(0, SECONDS).mapToObj(second -> 100.0 * second).toList();
    }

    private static List<Histogram> histograms() {
        return IntStream.range(0, SECONDS)
                .mapToObj(second -> {
                    Histogram histogram = new Histogram(3);
                    histogram.recordValueWithCount(1_000L * second, 100);
                    return histogram;
                })
                .toList();
    }
}
