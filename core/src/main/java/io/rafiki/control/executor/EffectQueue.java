package io.rafiki.control.executor;

import io.rafiki.control.machine.Effect;
import io.rafiki.journal.RecordType;
import io.rafiki.reason.Reason;
import io.rafiki.reason.ReasonException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The effects that wait for their execution, in order. Safe for several threads. */
public final class EffectQueue {

    private final Deque<Entry> entries = new ArrayDeque<>();

    /** An effect, and the command that waits for it. */
    record Entry(Effect effect, Ticket ticket) {}

    /** The answer to a command. */
    static final class Ticket {

        private volatile Object answer;
        private volatile Reason refusal;

        void answer(Object given) {
            answer = given;
        }

        void refuse(Reason reason) {
            refusal = reason;
        }

        /**
         * The answer; null if there is none yet.
         *
         * @throws ReasonException if the command was refused
         */
        Object answer() {
            if (refusal != null) {
                throw new ReasonException(refusal);
            }
            return answer;
        }
    }

    /** Adds effects in front of all others; they keep their order. */
    synchronized void addFirst(List<Effect> effects, Ticket ticket) {
        for (int i = effects.size() - 1; i >= 0; i--) {
            entries.addFirst(new Entry(effects.get(i), ticket));
        }
    }

    /** Adds effects after all others. */
    synchronized void addLast(List<Effect> effects, Ticket ticket) {
        effects.forEach(effect -> entries.addLast(new Entry(effect, ticket)));
    }

    /** Removes the records of commands, which need no other effect before them. */
    synchronized List<Entry> takeCommands() {
        List<Entry> taken = entries.stream()
                .filter(entry -> entry.effect() instanceof Effect.Write write && write.kind() == RecordType.VERB)
                .toList();
        entries.removeAll(taken);
        return taken;
    }

    /** Removes the next entry; null if none waits. */
    synchronized Entry poll() {
        return entries.poll();
    }
}
