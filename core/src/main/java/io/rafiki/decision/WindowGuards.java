package io.rafiki.decision;

import io.rafiki.decision.Decision.Hold;
import io.rafiki.workload.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The guards before the search, in the order in which they are asked; the first that holds gives the reason. */
final class WindowGuards {

    static final List<WindowGuard> ALL = List.of(
            WindowGuards::heldByHuman,
            WindowGuards::mayPropose,
            WindowGuards::windowClosed,
            WindowGuards::nodeAtEase,
            WindowGuards::windowValid,
            WindowGuards::enoughOperations,
            WindowGuards::modelLoaded,
            WindowGuards::workloadTrained,
            WindowGuards::notRolledBack,
            WindowGuards::workloadChanged,
            WindowGuards::cooledDown,
            WindowGuards::budgetLeft,
            WindowGuards::steady);

    private WindowGuards() {}

    private static Optional<Hold> heldByHuman(Situation situation, Limits limits) {
        return situation.asked()
                ? Optional.empty()
                : situation.held().map(why -> new Hold(Cause.HELD, "held by a human: " + why + "; resume ends it"));
    }

    private static Optional<Hold> mayPropose(Situation situation, Limits limits) {
        return hold(
                situation.mode() == Mode.OBSERVE && !situation.asked(),
                Cause.MODE,
                "mode observe: the workload is sensed, nothing is proposed");
    }

    private static Optional<Hold> windowClosed(Situation situation, Limits limits) {
        return hold(situation.window().isEmpty(), Cause.WARMING_UP, "no window has closed yet");
    }

    private static Optional<Hold> windowValid(Situation situation, Limits limits) {
        Window window = situation.window().orElseThrow();
        return hold(!window.valid(), Cause.WINDOW, "window is " + window.state() + ": " + window.detail());
    }

    private static Optional<Hold> enoughOperations(Situation situation, Limits limits) {
        long operations = situation.window().orElseThrow().operations();
        return hold(
                operations < limits.minOperations(),
                Cause.FEW_OPERATIONS,
                operations + " operations in the window < " + limits.minOperations());
    }

    private static Optional<Hold> nodeAtEase(Situation situation, Limits limits) {
        return situation.asked()
                ? Optional.empty()
                : situation.busy().map(why -> new Hold(Cause.BUSY, why + "; awaits its end"));
    }

    private static Optional<Hold> modelLoaded(Situation situation, Limits limits) {
        return hold(situation.model().isEmpty(), Cause.NO_MODEL, "no model is loaded");
    }

    private static Optional<Hold> workloadTrained(Situation situation, Limits limits) {
        return situation
                .model()
                .orElseThrow()
                .outside(situation.window().orElseThrow().readRatio())
                .map(outside -> new Hold(Cause.ENVELOPE, outside));
    }

    /** A search finds another configuration each time the workload breathes: it is the workload that rests, not the configuration. */
    private static Optional<Hold> notRolledBack(Situation situation, Limits limits) {
        double readRatio = situation.window().orElseThrow().readRatio();
        return situation.rolledBack().stream()
                .filter(past -> !situation.asked()
                        && Math.abs(past.readRatio() - readRatio)
                                <= limits.change().minChange())
                .findFirst()
                .map(past -> new Hold(
                        Cause.ROLLED_BACK,
                        String.format(
                                Locale.ROOT,
                                "%s was rolled back at read ratio %.2f, within %.2f of now; resume, or a new model, ends it",
                                past.decision(),
                                past.readRatio(),
                                limits.change().minChange())));
    }

    private static Optional<Hold> workloadChanged(Situation situation, Limits limits) {
        Optional<Window> decided = situation.asked() ? Optional.empty() : situation.decided();
        return decided.filter(before ->
                        !limits.change().differs(before, situation.window().orElseThrow()))
                .map(before -> {
                    Window now = situation.window().orElseThrow();
                    return new Hold(
                            Cause.UNCHANGED,
                            String.format(
                                    Locale.ROOT,
                                    "workload unchanged: read ratio %.2f against %.2f at the last decision, %.3f < %.3f",
                                    now.readRatio(),
                                    before.readRatio(),
                                    Math.abs(now.readRatio() - before.readRatio()),
                                    limits.change().margin(before, now)));
                });
    }

    private static Optional<Hold> cooledDown(Situation situation, Limits limits) {
        if (situation.asked() || situation.changedAt().isEmpty()) {
            return Optional.empty();
        }
        Instant until = situation.changedAt().get().plus(limits.coolDown());
        Duration rest = Duration.between(situation.now(), until);
        return hold(
                rest.compareTo(Duration.ZERO) > 0,
                Cause.COOL_DOWN,
                "cool-down of " + limits.coolDown().toSeconds() + " s after a change: "
                        + rest.plusNanos(999_999_999).toSeconds() + " s are left");
    }

    private static Optional<Hold> budgetLeft(Situation situation, Limits limits) {
        return situation.asked()
                ? Optional.empty()
                : limits.budget().objection(situation.spent(), situation.now()).map(why -> new Hold(Cause.BUDGET, why));
    }

    /** Asked last, so that a load which wanders and needs no decision is no news. A human who asks is told what the window says. */
    private static Optional<Hold> steady(Situation situation, Limits limits) {
        if (situation.asked()) {
            return Optional.empty();
        }
        return limits.steadiness()
                .objection(situation.before(), situation.window().orElseThrow(), limits.change())
                .map(why -> new Hold(Cause.UNSTEADY, why + "; awaits a steady window"));
    }

    private static Optional<Hold> hold(boolean holds, Cause cause, String reason) {
        return holds ? Optional.of(new Hold(cause, reason)) : Optional.empty();
    }
}
