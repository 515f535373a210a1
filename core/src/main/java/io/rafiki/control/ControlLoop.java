package io.rafiki.control;

import io.rafiki.cluster.RolloutTarget;
import io.rafiki.control.configuration.ExportFormat;
import io.rafiki.control.configuration.TunedNode;
import io.rafiki.control.executor.LoopExecutor;
import io.rafiki.control.executor.NodeSensor;
import io.rafiki.control.machine.ControlMachine;
import io.rafiki.control.machine.ControlState;
import io.rafiki.control.machine.Event;
import io.rafiki.control.reason.Refusal.UnknownDecision;
import io.rafiki.control.reason.StopResult.StopsAfterWrite;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.record.Proposal;
import io.rafiki.control.status.StatusPublisher;
import io.rafiki.control.status.TunerStatus;
import io.rafiki.decision.Mode;
import io.rafiki.knob.ChangeCost;
import io.rafiki.reason.PlainText;
import io.rafiki.reason.Reason;
import io.rafiki.reason.ReasonException;
import io.rafiki.reason.ReasonText;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The tuner of one node: takes a sample at each tick, and passes samples and the operator's commands to the {@link ControlMachine}.
 *
 * <p>{@link #status()}, {@link #pause}, {@link #setMode} and {@link #stop} answer within a second, also while a setter or the journal hangs.
 */
public final class ControlLoop implements Operator {

    private final LoopExecutor loop;
    private final NodeSensor sensor;
    private final TunedNode node;
    private final StatusPublisher board;
    private final RolloutTarget rollouts;
    private final Supplier<String> caller;
    private final Clock clock;

    /** @param caller the operator, read on the thread that executes the command */
    ControlLoop(
            LoopExecutor loop,
            NodeSensor sensor,
            TunedNode node,
            StatusPublisher board,
            RolloutTarget rollouts,
            Supplier<String> caller,
            Clock clock) {
        this.loop = loop;
        this.sensor = sensor;
        this.node = node;
        this.board = board;
        this.rollouts = rollouts;
        this.caller = caller;
        this.clock = clock;
    }

    /**
     * Takes one sample, and decides if it closes a window. Does nothing after too many errors.
     *
     * @throws RuntimeException if the node's counters cannot be read
     */
    public void tick() {
        loop.tick("a sample of the node", this::sample);
    }

    private Event sample(Instant now) {
        ControlState state = loop.state();
        return switch (state.phase()) {
            case DISABLED ->
                // the leader waits for the end of a rewrite that it ordered
                state.node().rewriting().isPresent()
                        ? sensor.look(now)
                        : new Event.Sampled(now, state.node(), Optional.empty());
            case STOPPED -> sensor.look(now);
            default -> sensor.sample(now, state.spent(), state.revocable());
        };
    }

    /**
     * Counts a tick that failed.
     *
     * @return whether it disables the tuner until an operator resumes it
     */
    public boolean fault(Throwable failure) {
        boolean before = loop.state().errors().tooMany();
        return loop.note(new Event.TickFailed(clock.instant(), failure.toString()))
                        .errors()
                        .tooMany()
                && !before
                && loop.state().stopped().isEmpty();
    }

    /** The loop as roll-outs of the cluster change it. */
    public RolloutTarget rollouts() {
        return rollouts;
    }

    @Override
    public DecisionRecord propose() {
        return (DecisionRecord) command(now -> new Event.Propose(now, caller.get()));
    }

    @Override
    public DecisionRecord apply(String id, String allow) {
        Optional<ChangeCost> cost =
                Optional.ofNullable(allow).filter(name -> !name.isBlank()).map(ChangeCost::parse);
        return (DecisionRecord) command(now ->
                new Event.ApplyProposal(now, caller.get(), id, cost, sensor.examined(now), sensor.rewriteObstacle()));
    }

    @Override
    public DecisionRecord rollback(String id) {
        Optional<String> decision = Optional.ofNullable(id).map(String::strip).filter(text -> !text.isEmpty());
        return (DecisionRecord) command(now -> new Event.UndoChange(now, caller.get(), decision));
    }

    @Override
    public void pause(String reason) {
        String why = PlainText.of(reason == null || reason.isBlank() ? "no reason given" : reason);
        loop.order(new Event.Pause(clock.instant(), caller.get(), why));
    }

    @Override
    public void resume() {
        command(now -> new Event.Resume(now, caller.get()));
    }

    @Override
    public String stop() {
        String phase = loop.state().phase().toString();
        Object answer = loop.order(new Event.Stop(clock.instant(), caller.get()));
        return ReasonText.of(answer instanceof Reason done ? done : new StopsAfterWrite(phase));
    }

    @Override
    public void setMode(String name) {
        loop.order(new Event.SetMode(clock.instant(), caller.get(), Mode.parse(name)));
    }

    @Override
    public String reloadModel(String path) {
        try {
            return ReasonText.of((Reason)
                    command(now -> new Event.ReloadModel(now, caller.get(), path == null ? "" : path.strip())));
        } catch (ReasonException refused) {
            throw new IllegalArgumentException(refused.getMessage(), refused);
        }
    }

    @Override
    public List<DecisionRecord> history(int n) {
        return loop.state().decisions().last(n);
    }

    @Override
    public TunerStatus status() {
        return board.status(clock.instant());
    }

    @Override
    public Map<String, String> configuration() {
        Map<String, String> shown = new LinkedHashMap<>();
        node.readings().forEach((knob, reading) -> shown.put(knob, reading.text()));
        return shown;
    }

    @Override
    public String export(String id, String format) {
        DecisionRecord exported = loop.state().decisions().latest().stream()
                .filter(known -> known.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new ReasonException(new UnknownDecision(id)));
        return node.export(exported).text(exported, ExportFormat.parse(format));
    }

    /** The hash of the present configuration. Nodes of a cluster are compared only if their hashes are equal. */
    public String fingerprint() {
        return node.fingerprint();
    }

    /** The code of the last window's hold; empty if it was no hold. */
    public Optional<String> holding() {
        return loop.state().holding();
    }

    /** The last applied proposal that is in place; empty if there is none. */
    public Optional<Proposal> lastApplied() {
        return loop.state().changes().last();
    }

    private Object command(Function<Instant, Event> event) {
        return loop.perform("a command", event);
    }
}
