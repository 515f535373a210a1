package io.rafiki.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test of a journal in a folder of its own. */
abstract class JournalCase {

    static final Instant AT = Instant.parse("2026-11-21T10:15:30Z");

    @TempDir
    Path folder;

    Path file;

    @BeforeEach
    final void file() {
        file = folder.resolve("made/journal.jsonl");
    }

    static void ignored(JournalRecord past) {
        // for tests that are not about it
    }

    final void write(int entries) throws IOException {
        try (Journal journal = Journal.open(file, JournalCase::ignored, List::of)) {
            for (int i = 1; i <= entries; i++) {
                journal.append(AT, RecordType.WRITE, "d" + i, Map.of("knob", "k" + i));
            }
        }
    }
}
