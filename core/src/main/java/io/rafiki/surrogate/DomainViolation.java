package io.rafiki.surrogate;

import io.rafiki.reason.Reason;
import java.util.List;
import java.util.Optional;

/**
 * A feature or knob with a value that no trial covers.
 *
 * @param feature name of the feature or knob
 * @param min smallest trained value; empty if the trials had no number
 * @param max largest trained value; empty likewise
 * @param values trained choices and special values
 */
public record DomainViolation(
        String feature, Object value, Optional<Object> min, Optional<Object> max, List<Object> values)
        implements Reason {}
