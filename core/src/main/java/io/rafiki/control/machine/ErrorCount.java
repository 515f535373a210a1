package io.rafiki.control.machine;

import io.rafiki.control.reason.Problem;
import io.rafiki.control.reason.Problem.TicksFailed;
import io.rafiki.control.reason.Problem.TunerDisabled;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The ticks that failed. Too many within a short time disable the tuner until an operator resumes it.
 *
 * @param recent times of the last errors, oldest first
 * @param count errors since the start
 * @param last the last error
 * @param tooMany whether the tuner is disabled
 */
public record ErrorCount(List<Instant> recent, int count, String last, boolean tooMany) {

    public static final ErrorCount NONE = new ErrorCount(List.of(), 0, "", false);

    private static final int MOST = 3;
    private static final Duration WITHIN = Duration.ofMinutes(10);

    public ErrorCount {
        recent = List.copyOf(recent);
    }

    public ErrorCount with(String error, Instant at) {
        List<Instant> times = new ArrayList<>(recent);
        times.add(at);
        List<Instant> kept = times.subList(Math.max(0, times.size() - MOST), times.size());
        boolean many = tooMany
                || (kept.size() == MOST && Duration.between(kept.get(0), at).compareTo(WITHIN) < 0);
        return new ErrorCount(kept, count + 1, error, many);
    }

    /** Earlier errors no longer count. */
    ErrorCount reset() {
        return new ErrorCount(List.of(), count, last, false);
    }

    /** The errors; empty if no tick failed since the last {@link #reset()}. */
    public Optional<Problem> problem() {
        if (recent.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(tooMany ? new TunerDisabled(MOST, WITHIN, count, last) : new TicksFailed(count, last));
    }
}
