package io.rafiki.agent;

import io.rafiki.agent.console.KnobState;
import io.rafiki.agent.console.Past;
import io.rafiki.agent.console.Status;
import io.rafiki.decision.Mode;
import io.rafiki.workload.Window;
import io.rafiki.workload.WindowAssembler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the tuner shows: made anew after each step, and read by anybody without waiting. */
final class Board {

    /** Windows that are kept to be shown: an hour at the usual length. */
    private static final int WINDOWS = 120;

    /** A tick takes milliseconds, the loading of a model seconds. */
    private static final Duration HUNG = Duration.ofSeconds(10);

    private final WindowAssembler windows;
    private final long minOperations;
    private final List<String> notices;
    private List<Window> past = List.of();
    private volatile Status status;
    private volatile Instant tickBegun;

    /**
     * @param windows the running window
     * @param minOperations operations that a window needs
     * @param notices what is wrong for as long as the tuner runs, one phrase each
     */
    Board(WindowAssembler windows, long minOperations, List<String> notices) {
        this.windows = windows;
        this.minOperations = minOperations;
        this.notices = List.copyOf(notices);
    }

    /** The state that was shown last, with a word about a tick that has not ended since. */
    Status status(Instant now) {
        Instant begun = tickBegun;
        return begun == null || Duration.between(begun, now).compareTo(HUNG) < 0
                ? status
                : status.line("hung: a tick has been under way for "
                        + Duration.between(begun, now).toSeconds() + " s; before it: " + status.line());
    }

    void tickBegins(Instant at) {
        tickBegun = at;
    }

    void tickEnds() {
        tickBegun = null;
    }

    void closed(Window window) {
        List<Window> kept = new ArrayList<>(past.subList(Math.max(0, past.size() - WINDOWS + 1), past.size()));
        kept.add(window);
        past = List.copyOf(kept);
    }

    /**
     * Shows the present state.
     *
     * @param works whether it goes on deciding
     * @param faults ticks that failed
     * @param problems what is wrong now, one phrase each
     * @param goingOn what the tuner does beside deciding, one phrase each
     * @param model the facts about it
     */
    void show(
            Instant now,
            Mode mode,
            boolean works,
            FaultLog faults,
            List<String> problems,
            List<String> goingOn,
            Optional<String> rewriting,
            Actor actor,
            Map<String, String> model,
            List<KnobState> knobs) {
        List<String> wrong = new ArrayList<>(notices);
        wrong.addAll(problems);
        faults.problem().ifPresent(wrong::add);
        List<String> more = new ArrayList<>();
        rewriting.ifPresent(more::add);
        more.addAll(goingOn);
        status = new Status(
                mode,
                StatusLine.of(
                        mode,
                        wrong,
                        actor.last(),
                        more,
                        works ? Optional.of(windows) : Optional.empty(),
                        minOperations),
                past.isEmpty() ? Optional.empty() : Optional.of(past.get(past.size() - 1)),
                actor.pendingPlan(),
                actor.last(),
                model,
                rewriting,
                actor.decisions(),
                actor.applied(),
                actor.readBackFailures(),
                faults.count(),
                new Past(now, past, actor.history(), knobs));
    }
}
