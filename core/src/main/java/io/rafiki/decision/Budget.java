package io.rafiki.decision;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How often the node may be changed, whatever the workload does.
 *
 * @param hourly changes within any hour
 * @param daily changes that rewrite data within any day
 */
public record Budget(int hourly, int daily) {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    /** Four changes an hour, two a day of those that rewrite data. */
    public static final Budget STANDARD = new Budget(4, 2);

    /** Why no change may be made now, in one phrase with numbers; empty if one may. */
    Optional<String> objection(Spent spent, Instant now) {
        return objection(spent.changes(), hourly, HOUR, "changes an hour", now);
    }

    /** Why no data may be rewritten now, in one phrase with numbers; empty if they may. */
    public Optional<String> objectionToRewriting(Spent spent, Instant now) {
        return objection(spent.rewritings(), daily, DAY, "changes a day that rewrite data", now);
    }

    /** A moment beyond tomorrow was taken from a clock that was wrong then. */
    private static Optional<String> objection(
            List<Instant> moments, int allowed, Duration span, String what, Instant now) {
        List<Instant> recent = moments.stream()
                .filter(moment -> now.isBefore(moment.plus(span)) && moment.isBefore(now.plus(DAY)))
                .sorted()
                .toList();
        if (recent.size() < allowed) {
            return Optional.empty();
        }
        String next = allowed == 0
                ? "none is allowed"
                : "the next may come in "
                        + text(Duration.between(
                                now, recent.get(recent.size() - allowed).plus(span)));
        return Optional.of("budget of " + allowed + " " + what + " is spent: " + next);
    }

    private static String text(Duration duration) {
        long seconds = duration.plusNanos(999_999_999).toSeconds();
        return seconds < 600 ? seconds + " s" : seconds < 36_000 ? seconds / 60 + " min" : seconds / 3_600 + " h";
    }
}
