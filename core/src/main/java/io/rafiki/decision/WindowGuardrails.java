package io.rafiki.decision;

import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.HoldReason.CoolingDown;
import io.rafiki.decision.HoldReason.ModeObserves;
import io.rafiki.decision.HoldReason.NoModel;
import io.rafiki.decision.HoldReason.NodeUnhealthy;
import io.rafiki.decision.HoldReason.NotStationary;
import io.rafiki.decision.HoldReason.OutsideTrainingDomain;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.decision.HoldReason.Restarted;
import io.rafiki.decision.HoldReason.RolledBackHere;
import io.rafiki.decision.HoldReason.Subject;
import io.rafiki.decision.HoldReason.TooFewOperations;
import io.rafiki.decision.HoldReason.WarmingUp;
import io.rafiki.decision.HoldReason.WindowInvalid;
import io.rafiki.decision.HoldReason.WorkloadUnchanged;
import io.rafiki.workload.Window;
import io.rafiki.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The guardrails before the search in their order; the first violated one gives the reason of the hold. */
final class WindowGuardrails {

    static final List<WindowGuardrail> ALL = List.of(
            WindowGuardrails::notPaused,
            WindowGuardrails::mayPropose,
            WindowGuardrails::windowClosed,
            WindowGuardrails::notQuiet,
            WindowGuardrails::settledAfterRestart,
            WindowGuardrails::nodeHealthy,
            WindowGuardrails::windowValid,
            WindowGuardrails::enoughOperations,
            WindowGuardrails::modelLoaded,
            WindowGuardrails::workloadTrained,
            WindowGuardrails::notRolledBack,
            WindowGuardrails::workloadChanged,
            WindowGuardrails::cooledDown,
            WindowGuardrails::budgetLeft,
            WindowGuardrails::stationary);

    private WindowGuardrails() {}

    private static Optional<Hold> notPaused(DecisionInput situation, GuardrailConfig limits) {
        return situation.asked() ? Optional.empty() : situation.paused().map(why -> new Hold(new Paused(why)));
    }

    private static Optional<Hold> mayPropose(DecisionInput situation, GuardrailConfig limits) {
        return hold(situation.mode() == Mode.OBSERVE && !situation.asked(), ModeObserves::new);
    }

    private static Optional<Hold> windowClosed(DecisionInput situation, GuardrailConfig limits) {
        return hold(situation.window().isEmpty(), WarmingUp::new);
    }

    /** Restricts changes of the tuner itself: proposals, and changes by an operator, are possible at any time. */
    private static Optional<Hold> notQuiet(DecisionInput situation, GuardrailConfig limits) {
        return situation.asked() || situation.mode() != Mode.AUTO
                ? Optional.empty()
                : limits.quietHours().until(situation.now()).map(until -> new Hold(new HoldReason.QuietHours(until)));
    }

    /** Like quiet hours: what a restart undid is not set again at once. */
    private static Optional<Hold> settledAfterRestart(DecisionInput situation, GuardrailConfig limits) {
        return situation.asked() || situation.mode() != Mode.AUTO
                ? Optional.empty()
                : remaining(situation, situation.restartedAt(), limits.afterRestart())
                        .map(remaining -> new Hold(new Restarted(limits.afterRestart(), remaining)));
    }

    private static Optional<Hold> nodeHealthy(DecisionInput situation, GuardrailConfig limits) {
        return hold(
                !situation.asked() && !situation.unhealthy().isEmpty(), () -> new NodeUnhealthy(situation.unhealthy()));
    }

    private static Optional<Hold> windowValid(DecisionInput situation, GuardrailConfig limits) {
        return situation.window().orElseThrow().defect().map(defect -> new Hold(new WindowInvalid(defect)));
    }

    private static Optional<Hold> enoughOperations(DecisionInput situation, GuardrailConfig limits) {
        long operations = situation.window().orElseThrow().operations();
        return hold(
                operations < limits.minOperations(), () -> new TooFewOperations(operations, limits.minOperations()));
    }

    private static Optional<Hold> modelLoaded(DecisionInput situation, GuardrailConfig limits) {
        return hold(situation.model().isEmpty(), NoModel::new);
    }

    private static Optional<Hold> workloadTrained(DecisionInput situation, GuardrailConfig limits) {
        return situation
                .model()
                .orElseThrow()
                .outside(situation.window().orElseThrow().workload())
                .map(violation -> new Hold(new OutsideTrainingDomain(Subject.WORKLOAD, violation)));
    }

    /** Compares the workload and not the configuration, because a search finds another configuration after a small change. */
    private static Optional<Hold> notRolledBack(DecisionInput situation, GuardrailConfig limits) {
        Workload workload = situation.window().orElseThrow().workload();
        double tolerance = limits.change().minChange();
        return situation.rolledBack().stream()
                .filter(past -> !situation.asked() && past.bars(workload, List.of(), tolerance))
                .findFirst()
                .map(past -> new Hold(
                        new RolledBackHere(past.decision(), past.workload().toMap(), tolerance)));
    }

    private static Optional<Hold> workloadChanged(DecisionInput situation, GuardrailConfig limits) {
        Optional<Window> decided = situation.asked() ? Optional.empty() : situation.decided();
        return decided.filter(before ->
                        !limits.change().differs(before, situation.window().orElseThrow()))
                .map(before -> {
                    Window now = situation.window().orElseThrow();
                    return new Hold(new WorkloadUnchanged(
                            now.workload().toMap(),
                            before.workload().toMap(),
                            Math.abs(now.readRatio() - before.readRatio()),
                            limits.change().margin(before, now)));
                });
    }

    private static Optional<Hold> cooledDown(DecisionInput situation, GuardrailConfig limits) {
        return situation.asked()
                ? Optional.empty()
                : remaining(situation, situation.changedAt(), limits.coolDown())
                        .map(remaining -> new Hold(new CoolingDown(limits.coolDown(), remaining)));
    }

    /**
     * The rest of a time that began at an instant; empty if it is over, or nothing began it. More than twice the time remains only after the
     * clock was set back, and then nothing waits for it.
     */
    private static Optional<Duration> remaining(DecisionInput situation, Optional<Instant> begin, Duration time) {
        return begin.map(instant -> Duration.between(situation.now(), instant.plus(time)))
                .filter(remaining ->
                        remaining.compareTo(Duration.ZERO) > 0 && remaining.compareTo(time.multipliedBy(2)) <= 0);
    }

    private static Optional<Hold> budgetLeft(DecisionInput situation, GuardrailConfig limits) {
        return situation.asked()
                ? Optional.empty()
                : limits.budget().violation(situation.spent(), situation.now()).map(Hold::new);
    }

    /**
     * The last guardrail, so that non-stationary throughput is no reason to hold where no decision is needed. An operator's request ignores
     * it.
     */
    private static Optional<Hold> stationary(DecisionInput situation, GuardrailConfig limits) {
        return situation.asked()
                ? Optional.empty()
                : limits.stationarity()
                        .violation(situation.before(), situation.window().orElseThrow(), limits.change())
                        .map(cause -> new Hold(new NotStationary(cause)));
    }

    private static Optional<Hold> hold(boolean holds, Supplier<HoldReason> reason) {
        return holds ? Optional.of(new Hold(reason.get())) : Optional.empty();
    }
}
