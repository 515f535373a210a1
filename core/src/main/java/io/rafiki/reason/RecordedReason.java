package io.rafiki.reason;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A reason that was read back from a journal.
 *
 * @param code of the original reason
 * @param data of the original reason
 * @param text the operator's wording when the reason was recorded
 */
public record RecordedReason(String code, Map<String, Object> data, String text) implements Reason {

    public RecordedReason {
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
    }
}
