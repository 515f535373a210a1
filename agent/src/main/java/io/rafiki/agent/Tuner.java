package io.rafiki.agent;

import io.rafiki.agent.console.Decided;
import io.rafiki.agent.console.Operator;
import io.rafiki.agent.console.Status;
import io.rafiki.decision.Cause;
import io.rafiki.decision.Decider;
import io.rafiki.decision.Decision;
import io.rafiki.decision.Decision.Apply;
import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.Decision.Propose;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.decision.RewriteTerms;
import io.rafiki.decision.Situation;
import io.rafiki.knob.Configuration;
import io.rafiki.node.NodeException;
import io.rafiki.surrogate.BundleException;
import io.rafiki.workload.CounterSample;
import io.rafiki.workload.CounterSource;
import io.rafiki.workload.TableCounts;
import io.rafiki.workload.Window;
import io.rafiki.workload.WindowAssembler;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The tuner of one node: takes a sample at each tick, decides when a window has closed, and obeys the operator's verbs.
 *
 * <p>Tick and verbs exclude each other; {@link #status()} and {@link #configuration()} wait for nobody.
 */
final class Tuner implements Operator {

    /** One seed for all searches: the same situation gets the same proposal. */
    private static final long SEED = 1;

    private final Decider decider;
    private final WindowAssembler windows;
    private final CounterSource counters;
    private final Node node;
    private final Proposer proposer;
    private final Actor actor;
    private final ModelShelf models;
    private final RewriteWatch rewrites;
    private final KnobLedger knobs;
    private final HealthWatch health;
    private final ChangeWatch changes;
    private final TrackRecord record;
    private final Orders orders;
    private final Farewell farewell;
    private final Board board;
    private final FaultLog faults = new FaultLog();
    private final Clock clock;

    private Mode mode;
    private Window window;
    private Window before;
    private Window decided;
    /** Why the last change is to be taken back; null if it is not. */
    private String owed;

    /** Whether a change that rewrites data was held back for something that passes. */
    private boolean postponed;

    private Cause holding;
    private int tables = -1;

    Tuner(
            Mode mode,
            Decider decider,
            WindowAssembler windows,
            CounterSource counters,
            Node node,
            Proposer proposer,
            Actor actor,
            ModelShelf models,
            KnobLedger knobs,
            HealthWatch health,
            TrackRecord record,
            Orders orders,
            Farewell farewell,
            Clock clock,
            List<String> notices) {
        this.mode = mode;
        this.decider = decider;
        this.windows = windows;
        this.counters = counters;
        this.node = node;
        this.proposer = proposer;
        this.actor = actor;
        this.models = models;
        this.rewrites = new RewriteWatch(node, decider.limits(), actor::spent);
        this.knobs = knobs;
        this.health = health;
        this.changes = new ChangeWatch(decider.limits(), actor, knobs, record);
        this.record = record;
        this.orders = orders;
        this.farewell = farewell;
        this.board = new Board(windows, decider.limits().minOperations(), notices);
        this.clock = clock;
        publish();
    }

    /**
     * Takes one sample, and decides if it closes a window; does nothing after too many faults.
     *
     * @throws RuntimeException if the node's counters cannot be read
     */
    void tick() {
        board.tickBegins(clock.instant());
        try {
            sample();
        } finally {
            board.tickEnds();
        }
    }

    private synchronized void sample() {
        if (faults.tooMany()) {
            publish();
            return;
        }
        if (orders.stopped().isPresent()) {
            rewrites.look(clock.instant());
            knobs.look(clock.instant());
            publish();
            return;
        }
        CounterSample sample = counters.sample();
        Optional<Window> closed = windows.add(sample, clock.instant());
        if (closed.isPresent() || sample.tables().size() != tables) {
            tables = sample.tables().size();
            node.tables(sample.tables().stream().map(TableCounts::table).toList());
            knobs.look(clock.instant());
        }
        rewrites.look(clock.instant());
        if (closed.isPresent()) {
            before = window;
            window = closed.get();
            board.closed(window);
            health.look(clock.instant());
            actor.recall();
            if (orders.stopped().isPresent()) {
                // says the journal, which could not be read before
                publish();
                return;
            }
            boolean disturbed =
                    rewrites.isExcuse(clock.instant()) || health.disturbed().isPresent();
            changes.take(window, disturbed).filter(worse -> mode == Mode.AUTO).ifPresent(worse -> owed = worse);
            if (postponed && rewrites.obstacle(clock.instant()).isEmpty()) {
                decided = null;
            }
            if (!takeBack()) {
                decide(false);
            }
        }
        publish();
    }

    /**
     * Counts a tick that failed.
     *
     * @return whether it switches the tuner off, until a human resumes
     */
    synchronized boolean fault(Throwable failure) {
        boolean last = faults.add(failure, clock.instant());
        publish();
        return last;
    }

    @Override
    public synchronized Decided propose() {
        actor.verb("propose", "");
        return published(decide(true));
    }

    @Override
    public synchronized Decided apply(String id) {
        Pending pending = actor.pending(id);
        decider.refusal(situation(true)).or(() -> outdated(pending)).ifPresent(refusal -> {
            throw new IllegalStateException(refusal);
        });
        return published(followed(pending.plan(), () -> actor.applyByHand(pending, context())));
    }

    /** Why a proposal is not one for the node as it is now, in one phrase; empty if it is. */
    private Optional<String> outdated(Pending pending) {
        double proposedFor = pending.plan().readRatio();
        boolean tells = window != null
                && window.valid()
                && window.operations() >= decider.limits().minOperations();
        if (tells
                && Math.abs(window.readRatio() - proposedFor)
                        > decider.limits().change().minChange()) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "%s was proposed for a read ratio of %.2f, and it is %.2f now. Call propose, and apply what that shows",
                    pending.decided().id(),
                    proposedFor,
                    window.readRatio()));
        }
        return pending.plan().rewritesData() ? node.shortOfDisk() : Optional.empty();
    }

    @Override
    public synchronized Decided rollback() {
        Optional<Pending> stuck = actor.stuck();
        if (stuck.isPresent()) {
            changes.end();
            return published(followed(stuck.get().plan(), () -> actor.putBackWhatIsStuck(context())));
        }
        return published(rollBack("by " + actor.caller(), true));
    }

    @Override
    public synchronized void hold(String reason) {
        String why = reason == null || reason.isBlank()
                ? "no reason given"
                : reason.strip().replaceAll("\\s+", " ");
        orders.hold(why);
        verb("hold", why);
    }

    @Override
    public synchronized void resume() {
        orders.resume();
        owed = null;
        faults.forgive();
        record.forget();
        verb("resume", "");
    }

    @Override
    public synchronized String stop() {
        changes.end();
        owed = null;
        return farewell.say(context());
    }

    @Override
    public synchronized void setMode(String name) {
        mode = Mode.parse(name);
        owed = null;
        verb("setMode", mode.toString());
    }

    @Override
    public synchronized String reloadModel(String path) {
        try {
            Path loaded = models.load(path == null ? "" : path.strip());
            record.forget();
            actor.forgetProposal();
            verb("reloadModel", loaded.toString());
            return "loaded " + loaded;
        } catch (BundleException refused) {
            publish();
            throw new IllegalArgumentException(refused.getMessage(), refused);
        }
    }

    @Override
    public synchronized List<Decided> history(int n) {
        return List.copyOf(actor.history(n));
    }

    @Override
    public Status status() {
        return board.status(clock.instant());
    }

    @Override
    public Map<String, String> configuration() {
        return node.shown();
    }

    /** Why the last window was held; empty if it was not. */
    Optional<Cause> holding() {
        return Optional.ofNullable(holding);
    }

    /** What was applied last and is in place; empty if nothing is. */
    Optional<Pending> lastApplied() {
        return actor.inPlace();
    }

    /** Takes the last change back because it made the node worse; whether that was tried. What cannot be done now is tried again. */
    private boolean takeBack() {
        if (owed == null || orders.held().isPresent() || mode != Mode.AUTO) {
            return false;
        }
        boolean rewrites = actor.lastApplied().plan().rewritesData();
        if (rewrites && (health.busy().isPresent() || node.shortOfDisk().isPresent())) {
            return false;
        }
        holding = null;
        try {
            rollBack("by the tuner, " + owed, false);
        } catch (IllegalStateException inTheLogAndTheStatus) {
            // it is owed still
        }
        return true;
    }

    /** @param byHand whether a human wants it, for whom it is done even where it cannot be written down */
    private Decided rollBack(String why, boolean byHand) {
        Pending undone = actor.lastApplied();
        changes.end();
        decidedUpon(window);
        Decided result = followed(undone.plan(), () -> actor.rollBack(why, byHand, context()));
        owed = null;
        record.takenBack(undone);
        return result;
    }

    private Decided decide(boolean asked) {
        Situation situation = situation(asked);
        Optional<Hold> hold = decider.beforeSearch(situation);
        Decision decision = hold.isPresent() ? hold.get() : search(situation);
        if (hold.isEmpty() && decision instanceof Hold found && found.cause() != Cause.CONFIGURATION) {
            // what was proposed before is not what the model would have now
            actor.forgetProposal();
        }
        return act(decision, asked);
    }

    private Decision search(Situation situation) {
        Model model = models.loaded().orElseThrow();
        knobs.take(situation.now());
        Configuration now;
        try {
            now = node.read(model.space());
        } catch (NodeException | IllegalArgumentException unreadable) {
            return new Hold(
                    Cause.CONFIGURATION,
                    "the node's configuration is not one of the model's: " + unreadable.getMessage());
        }
        RewriteTerms terms = rewrites.terms(situation.now());
        Optional<Plan> found = Optional.empty();
        String nothing = "";
        try {
            found = Optional.of(proposer.plan(
                    model,
                    now,
                    window.readRatio(),
                    SEED,
                    terms,
                    knobs.yielded(situation.now(), decider.limits().yielding()).keySet()));
        } catch (IllegalStateException nothingFound) {
            nothing = nothingFound.getMessage();
        }
        if (!situation.asked()) {
            // not before: a search that fails by a fault has decided nothing
            decidedUpon(window);
            postponed = terms.obstacle().isPresent()
                    && found.flatMap(Plan::heldBack).isPresent();
        }
        return found.isPresent()
                ? decider.about(found.get(), situation)
                : new Hold(Cause.GAIN, "nothing can be proposed: " + nothing);
    }

    private Decided act(Decision decision, boolean asked) {
        boolean goesOn = !asked && decision instanceof Hold hold && hold.cause() == holding;
        holding = decision instanceof Hold hold && !asked ? hold.cause() : null;
        if (decision instanceof Propose propose) {
            return actor.propose(propose, context());
        } else if (decision instanceof Apply apply) {
            Decided result = followed(apply.plan(), () -> actor.apply(apply, context()));
            if (actor.problem().isPresent()) {
                // not written down, so not done: the next window tries again
                decided = null;
            }
            return result;
        }
        return actor.hold((Hold) decision, goesOn, context());
    }

    /** Does something to the node, and follows the compactions that come of it. */
    private Decided followed(Plan plan, Supplier<Decided> deed) {
        // whatever comes of it is no hold that goes on
        holding = null;
        int pending = plan.rewritesData() ? rewrites.pending() : 0;
        Decided result = deed.get();
        boolean done = result.readBack().equals("ok");
        boolean applies = result.kind().equals("apply");
        if (plan.rewritesData() && (done || !applies)) {
            rewrites.begun(result.id(), clock.instant(), pending);
        }
        if (done && applies) {
            owed = null;
            changes.begin(new Pending(result, plan, models.id()), window);
        }
        return result;
    }

    /** A change of the workload alone makes the next search; an empty window is nothing to compare with. */
    private void decidedUpon(Window reference) {
        if (reference != null && reference.operations() > 0) {
            decided = reference;
        }
    }

    private void verb(String name, String argument) {
        decided = null;
        holding = null;
        actor.verb(name, argument);
        publish();
    }

    private Decided published(Decided result) {
        holding = null;
        publish();
        return result;
    }

    private Context context() {
        return new Context(clock.instant(), Optional.ofNullable(window), models.id());
    }

    private Situation situation(boolean asked) {
        return new Situation(
                clock.instant(),
                mode,
                orders.held(),
                Optional.ofNullable(window),
                Optional.ofNullable(before),
                Optional.ofNullable(decided),
                actor.changedAt(),
                models.loaded().map(model -> model),
                record.rolledBack(models.id()),
                actor.spent(),
                health.busy(),
                record.wrong(models.id()),
                asked);
    }

    private void publish() {
        Instant now = clock.instant();
        List<String> problems = new ArrayList<>();
        models.problem().ifPresent(problems::add);
        actor.problem().ifPresent(problems::add);
        orders.stopped().ifPresent(problems::add);
        actor.stuck()
                .ifPresent(left -> problems.add("[" + left.decided().id() + "] was not applied: "
                        + left.decided().readBack() + "; rollback puts it back"));
        Situation situation = situation(false);
        (mode == Mode.AUTO || mode == Mode.APPROVE ? decider.untrusted(situation) : decider.misled(situation))
                .ifPresent(why -> problems.add("advice only: " + why));
        List<String> goingOn = new ArrayList<>();
        changes.status(now).ifPresent(goingOn::add);
        if (owed != null) {
            goingOn.add("takes the last change back as soon as it may: " + owed);
        }
        knobs.yielding(now, decider.limits().yielding()).forEach(goingOn::add);
        boolean works = !faults.tooMany() && orders.stopped().isEmpty();
        board.show(
                now,
                mode,
                works,
                faults,
                problems,
                goingOn,
                rewrites.status(now),
                actor,
                models.facts(),
                knobs.states());
    }
}
