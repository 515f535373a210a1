package io.rafiki.decision;

import io.rafiki.decision.HoldReason.ChangeBudgetSpent;
import io.rafiki.decision.RewriteObstacle.RewriteBudgetSpent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The maximum number of changes of the node, independent of the workload.
 *
 * @param maxChangesPerHour maximum number of changes in any hour
 * @param maxRewritesPerDay maximum number of changes that rewrite data in any 24 hours
 */
public record Budget(int maxChangesPerHour, int maxRewritesPerDay) {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    /** Four changes per hour, and two rewrites of data per day. */
    public static final Budget STANDARD = new Budget(4, 2);

    /** Why no change is allowed now; empty if one is. */
    Optional<ChangeBudgetSpent> violation(ChangeCounts spent, Instant now) {
        List<Instant> recent = recent(spent.changes(), HOUR, now);
        return recent.size() < maxChangesPerHour
                ? Optional.empty()
                : Optional.of(new ChangeBudgetSpent(maxChangesPerHour, next(recent, maxChangesPerHour, HOUR, now)));
    }

    /** Why no rewrite of data is allowed now; empty if one is. */
    public Optional<RewriteBudgetSpent> rewriteViolation(ChangeCounts spent, Instant now) {
        List<Instant> recent = recent(spent.rewritings(), DAY, now);
        return recent.size() < maxRewritesPerDay
                ? Optional.empty()
                : Optional.of(new RewriteBudgetSpent(maxRewritesPerDay, next(recent, maxRewritesPerDay, DAY, now)));
    }

    /** Ignores moments more than a day ahead, which a wrong clock recorded. */
    private static List<Instant> recent(List<Instant> moments, Duration span, Instant now) {
        return moments.stream()
                .filter(moment -> now.isBefore(moment.plus(span)) && moment.isBefore(now.plus(DAY)))
                .sorted()
                .toList();
    }

    private static Optional<Duration> next(List<Instant> recent, int allowed, Duration span, Instant now) {
        return allowed == 0
                ? Optional.empty()
                : Optional.of(Duration.between(
                        now, recent.get(recent.size() - allowed).plus(span)));
    }
}
