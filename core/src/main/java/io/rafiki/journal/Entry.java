package io.rafiki.journal;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One record of the journal.
 *
 * @param sequence 1 for the first record of a journal, then one more each; a gap means that records were lost
 * @param at wall-clock time
 * @param kind what it records
 * @param decision the decision that it belongs to, such as {@code d42}; empty if none
 * @param content the rest, as JSON values in order
 */
public record Entry(long sequence, Instant at, Kind kind, String decision, Map<String, Object> content) {

    public Entry {
        content = Collections.unmodifiableMap(new LinkedHashMap<>(content));
    }
}
