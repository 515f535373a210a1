package io.rafiki.journal;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One record of the journal.
 *
 * @param sequence 1 for the first record of a journal, then increasing by one; a gap means lost records
 * @param at wall-clock time
 * @param kind type of the record
 * @param decision id of its decision, such as {@code d42}; empty if none
 * @param content further content as JSON values, in order
 */
public record JournalRecord(long sequence, Instant at, RecordType kind, String decision, Map<String, Object> content) {

    public JournalRecord {
        content = Collections.unmodifiableMap(new LinkedHashMap<>(content));
    }
}
