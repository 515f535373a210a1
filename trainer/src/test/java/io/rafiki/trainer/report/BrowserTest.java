package io.rafiki.trainer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Opens each page in a headless Chromium. Pictures of the pages are in {@code target/pages} afterwards. */
class BrowserTest {

    private static final Path PICTURES = Path.of("target/pages");
    private static final int A4_PIXELS = 718;
    private static final int NARROW = 400;

    /** For each series: whether its chart has pixels of its colour. */
    private static final String DRAWN =
            """
            [...document.querySelectorAll('figure.chart')].flatMap(figure => {
              const canvas = figure.querySelector('canvas');
              const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
              const seen = new Set();
              for (let i = 0; i < data.length; i += 4) seen.add(data[i] + ',' + data[i + 1] + ',' + data[i + 2] + ',' + data[i + 3]);
              return JSON.parse(figure.querySelector('script').textContent).series.filter(one => !one.faint).map(one => {
                const probe = document.createElement('span');
                probe.style.color = 'var(--' + one.color + ')';
                document.body.append(probe);
                const color = getComputedStyle(probe).color.match(/\\d+/g).join(',') + ',255';
                probe.remove();
                return {chart: figure.getAttribute('aria-label'), series: one.name, drawn: seen.has(color)};
              });
            })""";

    @TempDir
    private static Path folder;

    private static Chromium browser;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Optional<Path> program = Chromium.program();
        if (program.isEmpty()) {
            System.out.println(
                    "[WARN] pages were not opened: no Chromium found. Install chromium or google-chrome to run BrowserTest.");
        }
        assumeTrue(program.isPresent(), "no Chromium found");
        browser = Chromium.start(program.get(), Files.createDirectory(folder.resolve("profile")));
        Files.createDirectories(PICTURES);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void fitsTheWindowAndDrawsAllSeries(ExamplePage page) throws IOException {
        Path file = Files.writeString(folder.resolve(page.fileName()), page.html());
        for (int width : new int[] {NARROW, 1200}) {
            for (boolean isDark : schemes(width)) {
                browser.open(file, width, isDark);
                String view = page + "-" + width + (isDark ? "-dark" : "-light");
                Files.write(PICTURES.resolve(view + ".png"), browser.screenshot());

                assertThat(browser.errors()).as(view).isEmpty();
                assertThat(browser.requests()).as(view).allMatch(url -> url.startsWith("file:"));
                assertThat(browser.evaluate("document.documentElement.scrollWidth")
                                .asInt())
                        .as(view)
                        .isLessThanOrEqualTo(width);
                assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor")
                                .asText())
                        .as(view)
                        .isEqualTo(isDark ? "rgb(20, 25, 31)" : "rgb(255, 255, 255)");
                assertAllDrawn(view);
            }
        }
    }

    /** The short form shows narrow pages dark and wide ones light; {@code -Drafiki.long=true} shows both in both. */
    private static boolean[] schemes(int width) {
        return Boolean.getBoolean("rafiki.long") ? new boolean[] {false, true} : new boolean[] {width == NARROW};
    }

    /** A dark page prints dark ink on white paper, and the paper is wide enough. */
    @ParameterizedTest
    @EnumSource
    void prints(ExamplePage page) throws IOException {
        browser.open(Files.writeString(folder.resolve(page.fileName()), page.html()), 1200, true);
        Files.write(PICTURES.resolve(page + ".pdf"), browser.pdf());

        browser.print(A4_PIXELS);

        assertThat(browser.errors()).isEmpty();
        assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor")
                        .asText())
                .isEqualTo("rgb(255, 255, 255)");
        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(A4_PIXELS);
        assertAllDrawn(page + " on paper");
    }

    private static void assertAllDrawn(String view) {
        for (JsonNode series : browser.evaluate(DRAWN)) {
            assertThat(series.get("drawn").asBoolean()).as(view + ": " + series).isTrue();
        }
    }
}
