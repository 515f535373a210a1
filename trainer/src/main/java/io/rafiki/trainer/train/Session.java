package io.rafiki.trainer.train;

import io.rafiki.trainer.trial.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A session of a campaign: consecutive trials on one machine with the same limits, without a pause of an hour.
 *
 * @param begin start of its first trial
 * @param last start of its last trial
 * @param trials number of trials
 * @param processor model of the machine's processors
 */
public record Session(Instant begin, Instant last, int trials, String processor) {

    /** A pause of this length ends a session. */
    public static final Duration PAUSE = Duration.ofHours(1);

    /** The sessions of these trials in chronological order; empty if a trial has no start time or machine. */
    public static List<Session> of(List<Trial> trials) {
        if (trials.isEmpty() || !trials.stream().allMatch(Session::isPlaced)) {
            return List.of();
        }
        List<Session> sittings = new ArrayList<>();
        List<Trial> sitting = new ArrayList<>();
        for (Trial trial :
                trials.stream().sorted(Comparator.comparing(Session::started)).toList()) {
            if (!sitting.isEmpty() && !isContinuation(sitting.get(sitting.size() - 1), trial)) {
                sittings.add(between(sitting));
                sitting.clear();
            }
            sitting.add(trial);
        }
        sittings.add(between(sitting));
        return sittings;
    }

    /** Whether a pause after these trials has ended their last session, so that a trial at this time begins another one. */
    public static boolean areOver(List<Trial> trials, Instant now) {
        return trials.stream()
                .max(Comparator.comparing(Session::started))
                .filter(newest -> isPause(newest, now))
                .isPresent();
    }

    /** Whether the trial belongs to this session. */
    public boolean holds(Trial trial) {
        Instant started = started(trial);
        return !started.isBefore(begin) && !started.isAfter(last);
    }

    /** Whether the trial began after the begin of this session. */
    public boolean beganBefore(Trial trial) {
        return !started(trial).isBefore(begin);
    }

    /** Hours between the middle of the session and this trial. */
    double hours(Trial trial) {
        Instant middle = begin.plus(Duration.between(begin, last).dividedBy(2));
        return Duration.between(middle, started(trial)).toMillis() / 3.6e6;
    }

    private static boolean isPlaced(Trial trial) {
        return trial.timing() != null && trial.environment() != null;
    }

    private static Session between(List<Trial> trials) {
        Trial first = trials.get(0);
        return new Session(
                started(first),
                started(trials.get(trials.size() - 1)),
                trials.size(),
                first.environment().processor());
    }

    private static boolean isContinuation(Trial before, Trial trial) {
        return before.environment().sameMachine(trial.environment())
                && before.environment().sameLimits(trial.environment())
                && !isPause(before, started(trial));
    }

    private static boolean isPause(Trial before, Instant next) {
        Instant ended =
                started(before).plusMillis(Math.round(1000 * before.timing().totalSeconds()));
        return Duration.between(ended, next).compareTo(PAUSE) >= 0;
    }

    private static Instant started(Trial trial) {
        return trial.timing().started();
    }
}
