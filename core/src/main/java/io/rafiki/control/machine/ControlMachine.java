package io.rafiki.control.machine;

import io.rafiki.control.machine.Effect.Log.Level;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelInUse;
import io.rafiki.control.proposal.ModelText;
import io.rafiki.control.reason.ChangeOutcome;
import io.rafiki.control.reason.Problem.SettingsRefused;
import io.rafiki.control.record.Decisions;
import io.rafiki.control.record.JournalPast;
import io.rafiki.control.record.Outcomes;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Policy;
import io.rafiki.journal.RecordType;
import io.rafiki.learning.MeasuredEffect;
import io.rafiki.reason.PlainText;
import io.rafiki.reason.ReasonText;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The control loop as a state machine. {@link #step} is pure: it reads no clock, no node and no file.
 *
 * <pre>
 *                     window closed                plan found, mode auto
 *   WATCHING ----------------------> SEARCHING ---------------------------> APPLYING
 *      ^  ^                             |  hold or proposal                     |
 *      |  |                             v                                       | read back
 *      |  +--- verdict -------- OBSERVING or WATCHING &lt;-------------------------+
 *      |                                |
 *      |          worse, or rollback by an operator
 *      |                                v
 *      +------------------------- ROLLING_BACK
 *
 *   stop:          any phase --> STOPPING --> STOPPED --- resume --> OBSERVING or WATCHING
 *   three errors:  any phase --> DISABLED --------------- resume --> OBSERVING or WATCHING
 * </pre>
 *
 * <p>{@link LoopPhase} has the table of transitions. An operator may also search and roll back while the loop is stopped or disabled.
 */
public final class ControlMachine {

    private final ZoneId zone;
    private final WindowSteps windows;
    private final CommandSteps commands;
    private final ResultSteps results;
    private final Optional<SettingsRefused> observesOnly;

    /**
     * @param zone of the times in the log
     * @param restoresOnStop whether a stop restores the former values
     * @param observesOnly why the limits of the operator are unknown; empty if they are known
     */
    public ControlMachine(Policy policy, ZoneId zone, boolean restoresOnStop, Optional<SettingsRefused> observesOnly) {
        this.zone = zone;
        this.observesOnly = observesOnly;
        windows = new WindowSteps(policy);
        commands = new CommandSteps(policy, windows, restoresOnStop);
        results = new ResultSteps(policy, windows, restoresOnStop);
    }

    /** The result of a step: the next state, and the effects in the order of their execution. */
    public record Step(ControlState state, List<Effect> effects) {}

    /**
     * One step.
     *
     * @throws IllegalStateException if the event is invalid in this phase
     */
    public Step step(ControlState state, Event event) {
        Transition next = new Transition(state, event.at(), zone);
        if (event instanceof Event.SetMode set && set.mode() != Mode.OBSERVE && observesOnly.isPresent()) {
            next.refuse(observesOnly.get());
        } else if (event instanceof Event.Command command) {
            commands.step(next, command);
        } else if (event instanceof Event.Sampled sampled) {
            windows.sampled(next, sampled);
        } else if (event instanceof Event.Started started) {
            started(next, started);
        } else if (event instanceof Event.ModelLoaded loaded) {
            modelLoaded(next, loaded);
        } else if (event instanceof Event.ModelNotLoaded refused) {
            next.modelProblem = Optional.of(refused.problem());
            next.log(Level.WARN, ReasonText.of(refused.problem()));
            next.refuse(refused.problem());
        } else if (event instanceof Event.EffectsMeasured measured) {
            learned(next, measured.effects());
        } else if (event instanceof Event.TickFailed failed) {
            next.errors = next.errors.with(failed.error(), failed.at());
            if (next.errors.tooMany()) {
                next.emit(new Effect.EndActions());
            }
            if (next.phase().isResting()) {
                next.rest();
            }
        } else {
            results.step(next, event);
        }
        return new Step(next.state(), next.effects());
    }

    /** Takes over the past. Commands and decisions since the start are newer. */
    private static void started(Transition next, Event.Started started) {
        JournalPast past = started.past();
        started.damage().forEach(damage -> next.log(Level.WARN, ReasonText.of(damage)));
        Map<String, Object> content = new LinkedHashMap<>();
        Decisions sinceStart = next.decisions;
        next.decisions = past.decisions();
        past.interrupted().ifPresent(id -> {
            next.log(Level.WARN, "[" + id + "] was interrupted by the node's stop. The restart undid its changes.");
            next.finish(past.decisions().last().orElseThrow(), new ChangeOutcome.Interrupted());
        });
        next.decisions = sinceStart.after(next.decisions);
        next.outcomes = next.outcomes.after(past.outcomes());
        next.spent = next.spent.after(past.spent());
        if (!next.commanded) {
            next.paused = past.paused();
            next.stopped = past.stopped();
            if (next.stopped.isPresent()) {
                next.to(LoopPhase.STOPPING);
                next.to(LoopPhase.STOPPED);
            }
        }
        if (past.undone()) {
            next.restartedAt = Optional.of(next.at());
        }
        past.lost().ifPresent(lost -> {
            next.log(Level.INFO, "Live changes lost at restart; they will be re-evaluated: " + lost);
            content.put("lost", lost);
        });
        past.interrupted().ifPresent(id -> content.put("interrupted", id));
        next.stopped.ifPresent(stopped -> next.log(Level.INFO, ReasonText.of(stopped)));
        next.paused.ifPresent(why -> next.log(Level.INFO, ReasonText.of(new Paused(why))));
        next.record(RecordType.START, "", content);
    }

    /** Corrects the model. What it proposed before is void, and the next window decides again. */
    private static void learned(Transition next, List<MeasuredEffect> effects) {
        next.model = next.model.map(model -> model.with(effects));
        next.pending = Optional.empty();
        next.offers = List.of();
        next.decided = Optional.empty();
        next.model.ifPresent(model -> next.log(Level.INFO, ModelText.learned(model)));
    }

    private static void modelLoaded(Transition next, Event.ModelLoaded loaded) {
        LoadedModel model = loaded.model();
        next.model = Optional.of(model);
        next.log(Level.INFO, ModelText.summary(model));
        next.modelProblem = Optional.empty();
        loaded.by().ifPresent(by -> {
            next.outcomes = Outcomes.NONE;
            next.pending = Optional.empty();
            next.offers = List.of();
            next.command("reloadModel", model.file().toString(), by);
            next.reply(new ModelInUse(PlainText.of(model.file().toString())));
        });
    }
}
