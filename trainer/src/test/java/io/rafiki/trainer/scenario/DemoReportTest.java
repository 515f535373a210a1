package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.host.FileTrees;
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

class DemoReportTest {

    private static final Schedule SCHEDULE = Schedule.of(List.of(Duration.ofSeconds(10)), List.of(0.9));

    private final DemoResult slower = result(9_000, 8_100, 1, 0);

    @Test
    void showsALossAsALoss() {
        assertThat(slower.gainPercent()).isCloseTo(-10, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(DemoReport.text(slower)).contains("-10.0%");
        assertThat(DemoReport.html(slower)).contains("-10.0 %");
    }

    @Test
    void drawsAWellFormedTimelineWithTheAppliedMark() throws Exception {
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(DemoReport.timeline(slower))));

        assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(2);
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(1);
        assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).contains("[d3] apply <a&b>");
    }

    @Test
    void reachesForNothingOutsideThePage() {
        assertThat(DemoReport.html(slower)).doesNotContain("http://", "https://", "<script", "<link", "@import");
    }

    @Test
    void showsWhatThePhaseEndsWithBesideItsMean() {
        assertThat(DemoReport.text(slower))
                .contains("last 12 s")
                .contains("9,500 / 8,600")
                .contains("-9.5%");
        assertThat(DemoReport.html(slower)).contains("last 12 s").contains("9,500 / 8,600");
    }

    @Test
    void alignsItsColumns() {
        assertThat(DemoReport.text(slower).lines().map(line -> line.indexOf("concurrent_reads")))
                .contains(DemoReport.text(slower).indexOf("configuration: what differs"));
    }

    @Test
    void shadesTheTimeOfARewriting() throws Exception {
        DemoRun rewriting = run(
                "tuned",
                9_000,
                List.of(
                        new TimelineEvent(2, TimelineEvent.REWRITING, "3 compactions pending"),
                        new TimelineEvent(5, TimelineEvent.SETTLED, "over")));
        DemoResult result =
                new DemoResult(SCHEDULE, run("default", 8_000, List.of()), rewriting, Map.of(), 12, 1, 1, 0);
        assertThat(DemoReport.timeline(result).lines().filter(line -> line.contains("class=\"rewriting\"")))
                .hasSize(1);
    }

    @Test
    void saysThatTheTunerHeldAndWhy() {
        List<TimelineEvent> holds = List.of(
                new TimelineEvent(3, "hold", "[d1] hold: predicted gain 5.0% +- 4.0%, lower bound -3.0% < 3.0%"),
                new TimelineEvent(8, "hold", "[d2] hold: workload unchanged: read ratio 0.90 against 0.90"));
        DemoResult result =
                new DemoResult(SCHEDULE, run("default", 1, List.of()), run("tuned", 1, holds), Map.of(), 12, 2, 0, 0);
        assertThat(DemoReport.text(result))
                .contains("The tuner held, nothing was applied: [d1] hold: predicted gain 5.0%");
        assertThat(DemoReport.html(result)).contains("The tuner held, nothing was applied: [d1] hold");
        assertThat(DemoReport.text(slower)).doesNotContain("The tuner held");
    }

    @Test
    void namesTheReportFromTheWorkingDirectory() {
        assertThat(FileTrees.fromHere(Path.of("runs/demo/demo.html").toAbsolutePath()))
                .hasToString("runs/demo/demo.html");
        assertThat(FileTrees.fromHere(Path.of("/elsewhere/demo.html"))).hasToString("/elsewhere/demo.html");
    }

    @Test
    void isNotDoneWithoutAnAppliedAndReadBackProposal() {
        assertThat(result(1, 2, 0, 0).appliedAndReadBack()).isFalse();
        assertThat(result(1, 2, 1, 1).appliedAndReadBack()).isFalse();
        assertThat(result(1, 2, 1, 0).appliedAndReadBack()).isTrue();
    }

    private static DemoResult result(double standard, double tuned, long applied, long failures) {
        return new DemoResult(
                SCHEDULE,
                run("default", standard, List.of()),
                run("tuned", tuned, List.of(new TimelineEvent(3, "apply", "[d3] apply <a&b>"))),
                Map.of("data", "1 MB"),
                12,
                3,
                applied,
                failures);
    }

    private static DemoRun run(String name, double throughput, List<TimelineEvent> events) {
        DemoPhase phase = new DemoPhase(
                0.9,
                0,
                10,
                throughput,
                throughput - 10,
                throughput + 10,
                throughput + 500,
                3.5,
                Double.NaN,
                "concurrent_reads=64",
                3);
        return new DemoRun(name, List.of(phase), Collections.nCopies(10, throughput), events);
    }
}
