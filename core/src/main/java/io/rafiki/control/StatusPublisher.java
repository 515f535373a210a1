package io.rafiki.control;

import io.rafiki.control.Activity.AwaitsWindow;
import io.rafiki.control.Problem.TickHung;
import io.rafiki.decision.Mode;
import io.rafiki.workload.Window;
import io.rafiki.workload.WindowAssembler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Publishes the tuner's status after each step. A reader never waits for the tuner. */
final class StatusPublisher {

    /** Published windows: one hour at the default length. */
    private static final int WINDOWS = 120;

    /** A tick takes milliseconds, the loading of a model seconds. */
    private static final Duration HUNG = Duration.ofSeconds(10);

    private final WindowAssembler windows;
    private final long minOperations;
    private final List<Problem> notices;
    private List<Window> past = List.of();
    private volatile TunerStatus status;
    private volatile Instant tickBegun;

    /**
     * @param windows the running window
     * @param minOperations operations that a window needs
     * @param notices problems that last as long as the tuner runs
     */
    StatusPublisher(WindowAssembler windows, long minOperations, List<Problem> notices) {
        this.windows = windows;
        this.minOperations = minOperations;
        this.notices = List.copyOf(notices);
    }

    /** The last published status; it names a tick that has not ended since. */
    TunerStatus status(Instant now) {
        Instant begun = tickBegun;
        return begun == null || Duration.between(begun, now).compareTo(HUNG) < 0
                ? status
                : status.with(new TickHung(Duration.between(begun, now)));
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
     * Publishes the present state.
     *
     * @param works whether the tuner makes decisions
     * @param faults ticks that failed
     * @param problems that exist now
     * @param activities of the tuner other than decisions
     * @param model properties of the loaded model
     */
    void show(
            Instant now,
            Mode mode,
            boolean works,
            ErrorBreaker faults,
            List<Problem> problems,
            List<Activity> activities,
            Optional<Activity> rewriting,
            DecisionExecutor actor,
            Map<String, String> model,
            List<KnobState> knobs) {
        List<Problem> wrong = new ArrayList<>(notices);
        wrong.addAll(problems);
        faults.problem().ifPresent(wrong::add);
        List<Activity> all = new ArrayList<>();
        rewriting.ifPresent(all::add);
        all.addAll(activities);
        Optional<AwaitsWindow> awaited =
                works ? Optional.of(StatusLine.awaited(windows, minOperations)) : Optional.empty();
        status = new TunerStatus(
                mode,
                wrong,
                all,
                awaited,
                past.isEmpty() ? Optional.empty() : Optional.of(past.get(past.size() - 1)),
                actor.pendingPlan(),
                actor.last(),
                model,
                rewriting,
                actor.decisions(),
                actor.applied(),
                actor.readBackFailures(),
                faults.count(),
                new StatusHistory(now, past, actor.history(), knobs));
    }
}
