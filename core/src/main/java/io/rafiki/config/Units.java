package io.rafiki.config;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations and data sizes in the syntax of cassandra.yaml: {@code 10s}, {@code 500ms}, {@code 64MiB}. */
final class Units {

    private static final Pattern LITERAL = Pattern.compile("(\\d{1,12})\\s?([A-Za-zµ]+)");

    private static final Map<String, Duration> DURATIONS = Map.of(
            "ns", Duration.ofNanos(1),
            "us", Duration.ofNanos(1_000),
            "µs", Duration.ofNanos(1_000),
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    private static final Map<String, Long> SIZES =
            Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30, "TiB", 1L << 40);

    private Units() {}

    static Optional<Duration> duration(String text) {
        return matched(text, DURATIONS)
                .map(literal -> DURATIONS.get(literal.group(2)).multipliedBy(Long.parseLong(literal.group(1))));
    }

    /** The size in bytes; empty if it is invalid or exceeds a long. */
    static Optional<Long> bytes(String text) {
        try {
            return matched(text, SIZES)
                    .map(literal -> Math.multiplyExact(Long.parseLong(literal.group(1)), SIZES.get(literal.group(2))));
        } catch (ArithmeticException tooLarge) {
            return Optional.empty();
        }
    }

    private static Optional<Matcher> matched(String text, Map<String, ?> units) {
        Matcher literal = LITERAL.matcher(text);
        return literal.matches() && units.containsKey(literal.group(2)) ? Optional.of(literal) : Optional.empty();
    }
}
