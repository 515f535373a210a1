package io.rafiki.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documentation stays small enough to read, and each page states its purpose. */
class PagesTest {

    private static final Path README = Path.of("../README.md");
    private static final Path DOCS = Path.of("../docs");
    private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");
    private static final int README_LINES = 120;
    private static final int PAGES = 14;
    private static final int WORDS = 16_000;

    @Test
    void theReadmeIsShort() throws IOException {
        assertThat(Files.readAllLines(README)).hasSizeLessThanOrEqualTo(README_LINES);
    }

    @Test
    void thePagesAreFewAndShort() throws IOException {
        List<Path> pages = pages();
        long words = 0;
        for (Path page : pages) {
            words += WORD.matcher(Files.readString(page)).results().count();
        }
        assertThat(pages).hasSizeBetween(1, PAGES);
        assertThat(words).isLessThanOrEqualTo(WORDS);
    }

    @Test
    void eachPageBeginsWithItsPurpose() throws IOException {
        for (Path page : pages()) {
            List<String> lines = Files.readAllLines(page);
            assertThat(lines.get(0)).as("title of %s", page).startsWith("# ");
            assertThat(lines.get(2)).as("purpose of %s", page).startsWith("This page ");
        }
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(DOCS)) {
            return files.filter(file -> file.toString().endsWith(".md")).toList();
        }
    }
}
