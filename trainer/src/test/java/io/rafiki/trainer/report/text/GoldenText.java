package io.rafiki.trainer.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Output that a person has read and approved, in src/test/resources/golden/text. */
public final class GoldenText {

    private static final Path APPROVED = Path.of("src/test/resources/golden/text");
    private static final Path ACTUAL = Path.of("target/golden/text");

    private GoldenText() {}

    /** Compares with the approved file; where they differ, the actual text is written to target/golden/text for approval. */
    public static void assertApproved(String name, String actual) {
        String text = actual.replace("\r\n", "\n");
        try {
            Path approved = APPROVED.resolve(name);
            String expected = Files.exists(approved) ? Files.readString(approved) : "";
            if (!text.equals(expected)) {
                Files.createDirectories(ACTUAL);
                Files.writeString(ACTUAL.resolve(name), text);
            }
            assertThat(text).as("%s, see %s", approved, ACTUAL.resolve(name)).isEqualTo(expected);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
