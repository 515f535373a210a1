package io.rafiki.trainer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * The plot of 160 s lies between 64 and 946 pixels, so that one second is 5.5125 pixels. Its greatest value is 6,050 operations/s.
 *
 * <p>The picture of the documentation comes from a recorded demo: copy {@code runs/demo/demo.json} to
 * {@code trainer/src/test/resources/scenario/}, then run this test and {@link GoldenPagesTest} with {@code -Drafiki.golden=write}.
 */
class TimelineSvgTest {

    private static final Path PICTURE = Path.of("../docs/images/demo-timeline.svg");

    @Test
    void thePictureOfTheDocumentationIsThatOfTheRecordedDemo() throws IOException {
        String svg = TimelineSvg.svg(ScenarioExample.demo());
        if ("write".equals(System.getProperty("rafiki.golden"))) {
            Files.writeString(PICTURE, svg);
        }
        assertThat(svg).isEqualTo(Files.readString(PICTURE)).hasSizeLessThan(30_000);
    }

    @Test
    void marksAreAtTheSecondsOfTheChanges() throws Exception {
        assertThat(elements("circle")).extracting(dot -> dot.getAttribute("cx")).containsExactly("477.4", "620.8");
        assertThat(elements("title"))
                .extracting(Element::getTextContent)
                .contains("[d2] apply: compaction <a&b>", "[d3] apply: concurrent_reads 32 -> 16");
    }

    @Test
    void theRewriteIsShaded() throws Exception {
        assertThat(elements("rect"))
                .filteredOn(rect -> rect.getAttribute("class").equals("rewrite"))
                .singleElement()
                .satisfies(rect -> {
                    assertThat(rect.getAttribute("x")).isEqualTo("477.4");
                    assertThat(rect.getAttribute("width")).as("15 s").isEqualTo("82.7");
                });
    }

    /** The axis ends at 8,000: 4 steps of 2,000 on the 244 pixels from 296 up to 52. */
    @Test
    void eachVariantHasItsLine() throws Exception {
        List<Element> lines = elements("polyline");
        assertThat(lines)
                .extracting(line -> line.getAttribute("class"))
                .containsExactly("curve baseline", "curve green", "curve tuned");
        assertThat(lines.get(0).getAttribute("points")).startsWith("66.8,143.5 72.3,143.5 ");
        assertThat(lines.get(2).getAttribute("points")).endsWith(" 943.2,111.5");
        assertThat(elements("text")).extracting(Element::getTextContent).contains("8,000", "6,000", "2.0 min", "tuned");
    }

    @Test
    void bothColourSchemesHaveTheirOwnPaper() {
        assertThat(TimelineSvg.svg(ScenarioExample.replay()))
                .contains("prefers-color-scheme: dark", "<rect class=\"paper\"")
                .doesNotContain("href", "<script", "NaN");
    }

    private static List<Element> elements(String name) throws Exception {
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(TimelineSvg.svg(ScenarioExample.replay()))));
        NodeList found = svg.getElementsByTagName(name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }
}
