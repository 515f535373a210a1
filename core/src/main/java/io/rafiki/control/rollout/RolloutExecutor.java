package io.rafiki.control.rollout;

import io.rafiki.cluster.RolloutTarget.Answer;
import io.rafiki.cluster.RolloutTarget.Outcome;
import io.rafiki.control.executor.BoundedWait;
import io.rafiki.control.executor.LoopExecutor;
import io.rafiki.control.machine.ControlState;
import io.rafiki.control.machine.Event;
import io.rafiki.control.machine.NodeReading;
import io.rafiki.control.reason.Activity;
import io.rafiki.control.reason.Activity.RewriteThrottled;
import io.rafiki.control.reason.ChangeOutcome.NotJournalled;
import io.rafiki.control.reason.Refusal.NotExecuted;
import io.rafiki.control.reason.Refusal.NotRolledBack;
import io.rafiki.reason.Reason;
import io.rafiki.reason.ReasonException;
import io.rafiki.reason.ReasonText;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;

/** Executes the commands of a roll-out, and reports when their effect is over. A long command does not delay the node's reports. */
public final class RolloutExecutor {

    static final Answer SETTLED = new Answer(Outcome.DONE, "");
    public static final Answer BUSY = new Answer(Outcome.PENDING, "changes the node");

    /** A command that lasts longer hangs, or changes very many tables. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final LoopExecutor loop;
    private final BoundedWait background;
    private final Duration window;
    private final Clock clock;

    /** An order that failed after it was answered, or whose failure waits. */
    private record LateFailure(String order, Answer answer) {}

    /** The last one; null if its order has received the answer. */
    private final AtomicReference<LateFailure> failure = new AtomicReference<>();

    /** Begin of the command that runs; null if none does. */
    private final AtomicReference<Instant> begun = new AtomicReference<>();

    /**
     * @param background runs commands that can last minutes
     * @param window length of a window
     */
    public RolloutExecutor(LoopExecutor loop, BoundedWait background, Duration window, Clock clock) {
        this.loop = loop;
        this.background = background;
        this.window = window;
        this.clock = clock;
    }

    boolean isBusy() {
        return begun.get() != null;
    }

    /** A command that lasts too long. */
    Optional<String> problem() {
        return Optional.ofNullable(begun.get())
                .filter(since -> Duration.between(since, clock.instant()).compareTo(LONGEST) > 0)
                .map(since -> "a change of the node has been running since " + since);
    }

    /**
     * The answer of a command; {@link #BUSY} if it lasts longer and continues without this thread. If it fails then, the next command of
     * the same order gets that answer.
     *
     * @param unrecorded outcome if the journal cannot record the command, so that nothing is executed
     */
    Answer execute(String order, Outcome unrecorded, Function<Instant, Event> command) {
        LateFailure former = failure.getAndSet(null);
        if (former != null && former.order().equals(order)) {
            return former.answer();
        }
        AtomicReference<Answer> answer = new AtomicReference<>(BUSY);
        AtomicBoolean hasBegun = new AtomicBoolean();
        begun.set(clock.instant());
        try {
            background.run(() -> {
                hasBegun.set(true);
                try {
                    Answer done = performed(unrecorded, command);
                    if (done.outcome() == Outcome.FAILED) {
                        failure.set(new LateFailure(order, done));
                    }
                    answer.set(done);
                } finally {
                    begun.set(null);
                }
            });
        } catch (RuntimeException | Error thrown) {
            if (!hasBegun.get()) {
                begun.set(null);
            }
            throw thrown;
        }
        Answer now = answer.get();
        if (!now.equals(BUSY)) {
            failure.set(null);
        }
        return now;
    }

    /**
     * The answer of an order. While the node rewrites data, a failure waits, and the order is not executed again: after the answer another node
     * may rewrite data.
     */
    Answer answer(String order, Supplier<Answer> execution) {
        LateFailure late = failure.get();
        boolean isWaiting = late != null && late.order().equals(order);
        Answer answer = isWaiting ? late.answer() : execution.get();
        if (answer.outcome() != Outcome.FAILED) {
            return answer;
        }
        Optional<Activity> rewrite = rewrite();
        failure.set(rewrite.isPresent() ? new LateFailure(order, answer) : null);
        return rewrite.map(running -> new Answer(Outcome.PENDING, ReasonText.of(running)))
                .orElse(answer);
    }

    /** Discards the late failure of an order that gets its answer elsewhere. */
    void discard(String order) {
        LateFailure late = failure.get();
        if (late != null && late.order().equals(order)) {
            failure.compareAndSet(late, null);
        }
    }

    private Answer performed(Outcome unrecorded, Function<Instant, Event> command) {
        try {
            loop.perform("a roll-out", command);
            return settled();
        } catch (ReasonException refused) {
            return new Answer(outcome(refused.reason(), unrecorded), ReasonText.of(refused.reason()));
        }
    }

    private static Outcome outcome(Reason refusal, Outcome unrecorded) {
        if (refusal instanceof NotExecuted failed) {
            return failed.outcome() instanceof NotJournalled ? unrecorded : Outcome.FAILED;
        }
        return refusal instanceof NotRolledBack ? Outcome.FAILED : Outcome.PENDING;
    }

    /** Whether the effect of the last change is over: no rewrite of data, and a full window since it. */
    Answer settled() {
        ControlState state = loop.state();
        Optional<Activity> rewrite = rewrite();
        if (rewrite.isPresent()) {
            return new Answer(Outcome.PENDING, ReasonText.of(rewrite.get()));
        }
        Duration since = state.changedAt()
                .map(at -> Duration.between(at, clock.instant()))
                .orElse(window);
        // a clock that was set back far delays nothing
        return since.abs().compareTo(window) < 0 ? new Answer(Outcome.PENDING, "settles after the change") : SETTLED;
    }

    /** The rewrite of data that runs, or whose limit of compactions is not restored yet. */
    Optional<Activity> rewrite() {
        NodeReading node = loop.state().node();
        return node.rewriting().or(() -> node.throttled().filter(RewriteThrottled.class::isInstance));
    }
}
