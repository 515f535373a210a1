package io.rafiki.control.executor;

import io.rafiki.control.executor.EffectQueue.Ticket;
import io.rafiki.control.machine.ControlMachine;
import io.rafiki.control.machine.ControlState;
import io.rafiki.control.machine.Effect;
import io.rafiki.control.machine.Event;
import io.rafiki.control.reason.Refusal.TunerBusy;
import io.rafiki.control.record.JournalWriter;
import io.rafiki.control.status.StatusPublisher;
import io.rafiki.reason.ReasonException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Holds the state of the control loop, and executes its effects one after the other.
 *
 * <p>One lock guards the state for the microseconds of a step. Another one is held while effects run. A command that takes effect at once
 * does not wait for the second lock, and for its own effects only a limited time. So it works while a setter or the journal hangs.
 */
public final class LoopExecutor {

    /** A command that needs the node waits for the effect of another one. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration SHORT_PATIENCE = Duration.ofMillis(200);

    private final ControlMachine machine;
    private final EffectRunner runner;
    private final JournalWriter journal;
    private final StatusPublisher board;
    private final Clock clock;
    private final BoundedWait answers;
    private final Object stepping = new Object();
    private final ReentrantLock executing = new ReentrantLock(true);
    private final EffectQueue queue = new EffectQueue();
    private volatile ControlState state;

    public LoopExecutor(
            ControlState initial,
            ControlMachine machine,
            EffectRunner runner,
            JournalWriter journal,
            StatusPublisher board,
            Clock clock,
            BoundedWait answers) {
        this.state = initial;
        this.machine = machine;
        this.runner = runner;
        this.journal = journal;
        this.board = board;
        this.clock = clock;
        this.answers = answers;
    }

    public ControlState state() {
        return state;
    }

    /**
     * Starts with the past of the journal, if that can be read.
     *
     * @param loadsModel whether a model is configured
     */
    public void start(boolean loadsModel) {
        executing.lock();
        try {
            openJournal(journal::open);
            if (loadsModel) {
                queue.addLast(List.of(new Effect.LoadModel("", Optional.empty())), new Ticket());
            }
            drain();
        } finally {
            release();
        }
    }

    /**
     * Executes an event that needs the node.
     *
     * @param what the node is needed for
     * @param event is made when no other effect runs
     * @return the answer; null if there is none
     * @throws ReasonException if the command is refused, or another effect takes too long
     */
    public Object perform(String what, Function<Instant, Event> event) {
        acquire();
        return run(what, event, journal::open).answer();
    }

    /** The same for a tick, which waits for as long as another effect takes. */
    public void tick(String what, Function<Instant, Event> event) {
        executing.lock();
        run(what, event, journal::openOncePerWindow);
    }

    /**
     * Executes a task that writes to the journal or the schema, while no effect runs.
     *
     * @throws ReasonException if another effect takes too long
     * @throws Exception of the task
     */
    public <T> T alone(String what, Callable<T> task) throws Exception {
        acquire();
        try {
            board.begins(what, clock.instant());
            openJournal(journal::open);
            return task.call();
        } finally {
            board.ends();
            release();
        }
    }

    private Ticket run(String what, Function<Instant, Event> event, Runnable opening) {
        Ticket ticket = new Ticket();
        try {
            board.begins(what, clock.instant());
            openJournal(opening);
            step(event.apply(clock.instant()), ticket);
            drain();
        } finally {
            board.ends();
            release();
        }
        return ticket;
    }

    /**
     * Executes a command that takes effect at once. If an effect hangs, or one of its own, the command does not wait for it.
     *
     * @return the answer; null if there is none yet
     */
    public Object order(Event.Command command) {
        Ticket ticket = new Ticket();
        step(command, ticket);
        publish();
        answers.run(this::executeWaiting);
        return ticket.answer();
    }

    private void executeWaiting() {
        if (acquired(SHORT_PATIENCE)) {
            try {
                board.begins("a command", clock.instant());
                openJournal(journal::open);
            } finally {
                board.ends();
                release();
            }
        } else {
            recordCommands();
        }
    }

    /** Records the waiting commands while an effect hangs. The restart that ends a hang must not forget a stop. */
    private void recordCommands() {
        for (EffectQueue.Entry entry : queue.takeCommands()) {
            Effect.Write command = (Effect.Write) entry.effect();
            if (!journal.writeIfIdle(command.kind(), command.decision(), command.content())) {
                queue.addLast(List.of(command), entry.ticket());
            }
        }
    }

    /** Takes a step without effects, at any time. */
    public ControlState note(Event event) {
        step(event, new Ticket());
        publish();
        return state;
    }

    private void acquire() {
        if (!acquired(PATIENCE)) {
            throw new ReasonException(new TunerBusy(state.phase().toString()));
        }
    }

    private boolean acquired(Duration patience) {
        try {
            return executing.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Opens the journal if it is not open, takes over its past before anything is recorded, and executes the waiting effects. */
    private void openJournal(Runnable opening) {
        opening.run();
        journal.unreadPast().ifPresent(past -> {
            runner.restore(past);
            step(new Event.Started(clock.instant(), past, journal.damage()), new Ticket());
        });
        drain();
    }

    private void step(Event event, Ticket ticket) {
        synchronized (stepping) {
            ControlMachine.Step step = machine.step(state, event);
            state = step.state();
            if (event instanceof Event.Command) {
                queue.addLast(step.effects(), ticket);
            } else {
                // an effect's result comes before the effects of commands that arrived meanwhile
                queue.addFirst(step.effects(), ticket);
            }
        }
    }

    /** Executes the waiting effects; the caller holds the lock for it. */
    private void drain() {
        for (EffectQueue.Entry next = queue.poll(); next != null; next = queue.poll()) {
            if (next.effect() instanceof Effect.Reply reply) {
                next.ticket().answer(reply.answer());
            } else if (next.effect() instanceof Effect.Refuse refuse) {
                next.ticket().refuse(refuse.reason());
            } else {
                execute(next.effect(), next.ticket());
            }
        }
    }

    private void execute(Effect effect, Ticket ticket) {
        Instant start = clock.instant();
        try {
            if (!state.phase().isResting()) {
                // the effect can take long, and readers see it meanwhile
                publish();
            }
            runner.run(effect, state, new StopGate(this::state, clock, start)).ifPresent(event -> step(event, ticket));
        } catch (RuntimeException | Error failure) {
            step(new Event.EffectFailed(clock.instant(), effect, failure.toString()), ticket);
            throw failure;
        }
    }

    /** Ends the execution of effects, also if the status cannot be published. */
    private void release() {
        try {
            publish();
        } finally {
            executing.unlock();
        }
    }

    private void publish() {
        synchronized (stepping) {
            board.show(state, clock.instant(), journal.problem());
        }
    }
}
