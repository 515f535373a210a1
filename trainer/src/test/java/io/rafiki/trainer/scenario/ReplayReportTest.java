package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.scenario.VariantResult.Asked;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ReplayReportTest {

    private static final int STRETCHES = 40;

    private final Schedule schedule = Schedule.of(
                    Collections.nCopies(STRETCHES, Duration.ofSeconds(3)),
                    java.util.stream.IntStream.range(0, STRETCHES)
                            .mapToObj(i -> i / 10 % 2 == 0 ? 0.9 : 0.1)
                            .toList())
            .after(40);
    private final List<TimelineEvent> events = List.of(
            new TimelineEvent(10, "apply", "[d1] apply <a&b>"),
            new TimelineEvent(75, "apply", "[d2] apply: concurrent_reads 32 -> 16"),
            new TimelineEvent(75, TimelineEvent.REWRITING, "3 compactions pending"),
            new TimelineEvent(90, TimelineEvent.SETTLED, "the compactions are over"));
    private final ReplayResult result = new ReplayResult(
            schedule,
            40,
            outcome("default", 1_000_000),
            outcome("static", 1_100_000),
            outcome("tuned", 1_210_000),
            events,
            2,
            1,
            TransitionTime.seconds(schedule, events, 40),
            0,
            Map.of("data", "1 MB"));

    @Test
    void comparesAllThree() {
        assertThat(ReplayReport.text(result))
                .contains("1,000,000", "+10.0%", "+21.0%", "2 changes, 1 of which rewrote data");
        assertThat(ReplayReport.html(result))
                .contains("<strong>+21.0 %</strong> over the default, +10.0 % over the best static configuration")
                .doesNotContain("http://", "https://", "<script", "<link", "@import");
    }

    /** The step to writes is at 70 s, applied at 75, rewritten at 90; what the warm-up took does not count. */
    @Test
    void aTransitionIsFromTheStepUntilAllIsRewritten() {
        assertThat(result.transition()).isEqualTo(20);
        assertThat(result.transitionShare()).isEqualTo(20.0 / 120);
        assertThat(TransitionTime.seconds(schedule, List.of(), 40)).isZero();
        assertThat(TransitionTime.seconds(schedule, events.subList(0, 3), 40))
                .as("a rewriting that does not end lasts to the end")
                .isEqualTo(160 - 70);
    }

    @Test
    void drawsThreeLinesTheReadRatioAndTheMarks() throws Exception {
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(ReplayReport.timeline(result))));
        assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(4);
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(2);
    }

    @Test
    void aSpeedThatLeavesNoWholeSecondIsRefusedWithTheMost() throws Exception {
        assertThatThrownBy(() -> ReplayRunner.schedule(Trace.read(Path.of("../conf/traces/metagenomics.csv")), 1_800))
                .hasMessage(
                        "expected a speed at which the trace's shortest phase lasts 1 s or more, found 0.500 s at 1800."
                                + " Give at most 900.");
    }

    private VariantResult outcome(String name, double operations) {
        return new VariantResult(
                name,
                operations,
                Collections.nCopies(160, operations / 120),
                Map.of(Asked.READS, 5_000.0, Asked.WRITES, 7_000.0),
                3.5,
                Double.NaN,
                "default");
    }
}
