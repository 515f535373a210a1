package io.rafiki.trainer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xml.sax.InputSource;

/**
 * Compares each page with the file of its name in {@code src/test/resources/golden}. After an intended change
 * {@code mvn test -pl core,trainer -Dtest=GoldenPagesTest -Dsurefire.failIfNoSpecifiedTests=false -Drafiki.golden=write} writes the files.
 */
class GoldenPagesTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final boolean WRITES = "write".equals(System.getProperty("rafiki.golden"));

    /** Style sheet, uPlot and the drawing of charts have their own files. */
    private static final Pattern ASSETS = Pattern.compile("(?s)(<style>|<script>).*?(</style>|</script>)");

    @ParameterizedTest
    @EnumSource
    void isUnchanged(ExamplePage page) throws IOException {
        String html = ASSETS.matcher(page.html()).replaceAll("$1$2");
        Path golden = GOLDEN.resolve(page.fileName());
        if (WRITES) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, html);
        }
        assertThat(html).isEqualTo(Files.readString(golden));
    }

    /** A browser accepts more. */
    @ParameterizedTest
    @EnumSource
    void isWellFormed(ExamplePage page) throws Exception {
        String html = ASSETS.matcher(page.html()).replaceAll("$1$2");
        String body =
                html.substring(html.indexOf("<body>"), html.indexOf("</html>")).replace("<wbr>", "<wbr/>");
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(body)));
    }

    @ParameterizedTest
    @EnumSource
    void needsNoOtherFile(ExamplePage page) {
        assertThat(page.html())
                .startsWith("<!doctype html>")
                .contains("default-src 'none'", "Copyright (c) 2022 Leon Sorokin")
                .doesNotContain("<link", "@import", " src=", "NaN", "Infinity");
    }
}
