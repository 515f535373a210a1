package io.rafiki.trainer.analysis;

import java.util.Optional;
import java.util.function.Function;

/**
 * A part of a campaign's result, or the reason why the data do not support it.
 *
 * @param value empty if it is omitted
 * @param omission empty if there is a value
 */
public record Finding<T>(Optional<T> value, Optional<Omission> omission) {

    /** @throws IllegalArgumentException unless there is exactly one of both */
    public Finding {
        if (value.isPresent() == omission.isPresent()) {
            throw new IllegalArgumentException("expected either a value or an omission");
        }
    }

    /** A supported part. */
    public static <T> Finding<T> of(T value) {
        return new Finding<>(Optional.of(value), Optional.empty());
    }

    /** A part without support. */
    public static <T> Finding<T> omitted(Omission omission) {
        return new Finding<>(Optional.empty(), Optional.of(omission));
    }

    static <T> Finding<T> omitted(Omission.Cause cause) {
        return omitted(Omission.of(cause));
    }

    /** A part of the value, or the same omission. */
    <R> Finding<R> flatMap(Function<T, Finding<R>> part) {
        return value.map(part).orElseGet(() -> omitted(omission.orElseThrow()));
    }
}
