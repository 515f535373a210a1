package io.rafiki.reason;

import java.util.Map;

/**
 * Why something was held, refused or failed. Every reason is a record, whose components are its data.
 *
 * <p>Journal, MBean and JSON carry code and data. {@link ReasonText} words a reason for operators.
 */
public interface Reason {

    /**
     * The machine-readable name: the record's simple name in snake case, such as {@code cooling_down}. A renamed record
     * changes this public name.
     */
    default String code() {
        return ReasonData.code(getClass());
    }

    /** The components as JSON values by name; absent values are left out. */
    default Map<String, Object> data() {
        return ReasonData.of((Record) this);
    }
}
