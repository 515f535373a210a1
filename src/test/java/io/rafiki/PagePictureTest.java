package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * The picture of the page that a real ring of four nodes had while its canary was compared.
 *
 * <p>For a new picture run {@link ClusterIT} with {@code -Drafiki.long=true}, and copy {@code src/test/target/cluster-page.html} to
 * {@code src/test/resources}. Then run this test with {@code -Drafiki.golden=write}.
 */
class PagePictureTest {

    private static final Path PAGE = Path.of("resources/cluster-page.html");
    private static final Path PICTURE = Path.of("../../docs/images/cluster-page.svg");

    @Test
    void thePictureOfTheDocumentationIsThatOfTheRecordedPage() throws IOException {
        String svg = PagePicture.svg(page());
        if ("write".equals(System.getProperty("rafiki.golden"))) {
            Files.writeString(PICTURE, svg);
        }
        assertThat(svg).isEqualTo(Files.readString(PICTURE)).hasSizeLessThan(100_000);
    }

    @Test
    void thePictureNeedsNoScriptAndNoOtherFile() throws Exception {
        assertThat(elements("*"))
                .extracting(Element::getTagName)
                .doesNotContain("script", "noscript", "link", "meta", "img", "image", "iframe", "a");
        assertThat(PagePicture.svg(page())
                        .replace("http://www.w3.org/2000/svg", "")
                        .replace("http://www.w3.org/1999/xhtml", ""))
                .doesNotContain("http:", "https:", "url(", "@import", "href", "src=", "javascript");
    }

    @Test
    void itShowsNodesLeaderRolloutAndGains() throws Exception {
        assertThat(texts("h2")).containsExactly("Cluster", "Nodes", "Last roll-out", "Gains by cost");
        assertThat(texts("td"))
                .contains("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4", "rack1", "rack2")
                .contains("Leader", "comparing", "waiting", "instant", "rewrites_data");
    }

    /** 49 windows; the change lies between the windows -1 and 0. */
    @Test
    void eachComparedWindowIsAPoint() throws Exception {
        List<Double> points = elements("circle").stream()
                .map(point -> Double.valueOf(point.getAttribute("cx")))
                .toList();
        assertThat(points).hasSize(49).isSorted();
        assertThat(elements("line"))
                .filteredOn(line -> line.hasAttribute("stroke-dasharray"))
                .singleElement()
                .satisfies(change -> assertThat(Double.parseDouble(change.getAttribute("x1")))
                        .isBetween(points.get(29), points.get(30)));
        assertThat(texts("text")).contains("change", "-30", "0", "10", "-50\u00a0%", "50\u00a0%");
    }

    private static String page() throws IOException {
        return Files.readString(PAGE);
    }

    private static List<String> texts(String name) throws Exception {
        return elements(name).stream().map(Element::getTextContent).toList();
    }

    private static List<Element> elements(String name) throws Exception {
        NodeList found = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(PagePicture.svg(page()))))
                .getElementsByTagName(name);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }
}
