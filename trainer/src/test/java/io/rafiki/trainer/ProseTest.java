package io.rafiki.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.prose.Finding;
import io.rafiki.trainer.prose.Prose;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Users and contributors read plain English: no word of the list, and no sentence of more than 30 words. */
class ProseTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final List<String> FILES = List.of("*.md", "{docs,conf}/**.{md,yaml}", "**/src/main/java/**.java");

    @Test
    void pagesCommentsAndMessagesUseStandardWordsAndShortSentences() throws IOException {
        List<Finding> findings = Prose.findings(ROOT, FILES);

        assertThat(findings)
                .withFailMessage(() -> text(findings) + "\n" + table(findings))
                .isEmpty();
    }

    private static String text(List<Finding> findings) {
        return findings.stream().map(Finding::toString).collect(Collectors.joining("\n"));
    }

    /** Findings by folder, or by package. */
    private static String table(List<Finding> findings) {
        Function<Finding, String> folder = finding -> finding.file().getParent() == null
                ? "."
                : finding.file().getParent().toString();
        return findings.stream()
                .collect(Collectors.groupingBy(folder, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> "%5d %s".formatted(entry.getValue(), entry.getKey()))
                .collect(Collectors.joining("\n"));
    }
}
