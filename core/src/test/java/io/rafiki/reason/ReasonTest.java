package io.rafiki.reason;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The wording of this test's reasons is in the test's own operator.properties. */
class ReasonTest {

    public record Share(double mean, double deviation) {}

    public record ExampleWithNumbers(long count, double ratio, Share gain, long bytes, Duration rest, Instant until)
            implements Reason {}

    public record ExampleWithParts(
            Optional<String> note, List<Reason> causes, TimeUnit unit, Optional<Duration> delay, Object any)
            implements Reason {}

    public record ExampleLeaf(String name) implements Reason {}

    public record ExampleWithoutText(long count) implements Reason {}

    public record ExampleJMXBean() implements Reason {}

    @Test
    void theCodeIsTheNameInSnakeCase() {
        assertThat(new ExampleLeaf("a").code()).isEqualTo("example_leaf");
        assertThat(new ExampleJMXBean().code()).isEqualTo("example_jmx_bean");
    }

    @Test
    void dataAreTheComponentsAsJson() {
        assertThat(new ExampleWithNumbers(
                                3,
                                Double.NaN,
                                new Share(0.1, 0.02),
                                7,
                                Duration.ofMillis(1_500),
                                Instant.parse("2026-11-21T10:15:30Z"))
                        .data())
                .containsExactly(
                        Map.entry("count", 3L),
                        Map.entry("ratio", "NaN"),
                        Map.entry("gain", Map.of("mean", 0.1, "deviation", 0.02)),
                        Map.entry("bytes", 7L),
                        Map.entry("restSeconds", 1.5),
                        Map.entry("until", "2026-11-21T10:15:30Z"));
        assertThat(new ExampleWithParts(
                                Optional.empty(),
                                List.of(new ExampleLeaf("x")),
                                TimeUnit.SECONDS,
                                Optional.of(Duration.ofSeconds(2)),
                                'c')
                        .data())
                .containsExactly(
                        Map.entry("causes", List.of(Map.of("code", "example_leaf", "name", "x"))),
                        Map.entry("unit", "seconds"),
                        Map.entry("delaySeconds", 2.0),
                        Map.entry("any", "c"));
    }

    @Test
    void textFormatsNumbersForPeople() {
        assertThat(ReasonText.of(new ExampleWithNumbers(
                        1_234,
                        0.123456,
                        new Share(0.1, -0.02),
                        512_000_000,
                        Duration.ofSeconds(45),
                        Instant.parse("2026-11-21T10:15:30.123Z"))))
                .isEqualTo("1234 0.12 0.1235 10.0 % -2 % 512 MB 512000.00 ms 45 s 2026-11-21T10:15:30Z");
    }

    @Test
    void textOmitsAbsentValuesAndJoinsLists() {
        assertThat(ReasonText.of(new ExampleWithParts(
                        Optional.empty(), List.of(), TimeUnit.DAYS, Optional.empty(), "[any] {note} $1")))
                .isEqualTo("days [any] {note} $1");
        assertThat(ReasonText.of(new ExampleWithParts(
                        Optional.of("two\nlines"),
                        List.of(new ExampleLeaf("x"), new ExampleLeaf("y")),
                        TimeUnit.DAYS,
                        Optional.of(Duration.ofHours(20)),
                        1)))
                .isEqualTo("days 1 (two lines): leaf x; leaf y after 20 h");
    }

    @Test
    void durationsHaveTheUnitThatPeopleUse() {
        assertThat(List.of(Duration.ofMillis(400), Duration.ofSeconds(9), Duration.ofMillis(59_100)))
                .extracting(ReasonText::text)
                .containsExactly("0.4 s", "9 s", "60 s");
        assertThat(ReasonText.text(Duration.ofMinutes(10))).isEqualTo("10 min");
        assertThat(ReasonText.text(Duration.ofHours(10))).isEqualTo("10 h");
    }

    /** Such as a payback after the horizon. */
    @Test
    void aDurationAboveALimitReadsLonger() {
        assertThat(ReasonText.text(Duration.ofHours(1))).isEqualTo("60 min");
        assertThat(ReasonText.text(Duration.ofSeconds(3_630))).isEqualTo("61 min");
        assertThat(ReasonText.text(Duration.ofHours(12).plusMillis(1))).isEqualTo("13 h");
    }

    @Test
    void aRecordedReasonKeepsItsText() {
        assertThat(ReasonText.of(new RecordedReason("paused", Map.of(), "paused: backup")))
                .isEqualTo("paused: backup");
    }

    @Test
    void aReasonWithoutATemplateShowsItsCodeAndData() {
        assertThat(ReasonText.of(new ExampleWithoutText(1))).isEqualTo("example_without_text {count=1}");
    }

    @Test
    void anExceptionHasTheReasonAndItsText() {
        ReasonException refused = new ReasonException(new ExampleLeaf("x"));
        assertThat(refused).hasMessage("leaf x");
        assertThat(refused.reason()).isEqualTo(new ExampleLeaf("x"));
    }
}
