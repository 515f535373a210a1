package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.RecordType;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BarRecordsTest {

    private final BarRecords bars = new BarRecords();

    @Test
    void keepsVerdictsOnceUntilAnotherModelIsLoaded() {
        JournalRecord verdict = entry(1, RecordType.VERDICT, Map.of("outcome", "worse"));
        bars.add(verdict);
        bars.add(entry(2, RecordType.WRITE, Map.of("knob", "concurrent_reads")));
        bars.add(entry(3, RecordType.VERDICT, Map.of("outcome", "worse")));
        assertThat(bars.records()).containsExactly(verdict);
        bars.add(entry(4, RecordType.VERB, Map.of("verb", "reloadModel")));
        assertThat(bars.records()).isEmpty();
    }

    private static JournalRecord entry(long sequence, RecordType kind, Map<String, Object> content) {
        return new JournalRecord(sequence, Instant.EPOCH, kind, "d1", content);
    }
}
