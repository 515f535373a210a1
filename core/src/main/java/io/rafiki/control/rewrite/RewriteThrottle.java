package io.rafiki.control.rewrite;

import io.rafiki.control.configuration.KnobHistory;
import io.rafiki.control.reason.Activity;
import io.rafiki.control.reason.Activity.RewriteThrottled;
import io.rafiki.control.reason.Activity.ThrottleExcluded;
import io.rafiki.control.reason.Activity.ThrottleSetExternally;
import io.rafiki.control.reason.Activity.ThrottleUnreadable;
import io.rafiki.control.record.ControlLog;
import io.rafiki.control.record.JournalWriter;
import io.rafiki.decision.CompactionThrottle;
import io.rafiki.decision.CompactionThrottle.Terms;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.Range;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeFailure.ValueChanged;
import io.rafiki.node.RewriteReading;
import io.rafiki.workload.ClientCounts;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Sets {@code compaction_throughput} by a {@link CompactionThrottle} while a rewrite runs, and restores the value from before it. A value that
 * another client sets meanwhile stays.
 */
public final class RewriteThrottle {

    /** Time without a reading of the rewrite after which the value from before it is restored. */
    private static final Duration UNREAD = Duration.ofMinutes(1);

    private final ThrottleKnob knob;
    private final KnobHistory knobs;
    private final JournalWriter journal;
    private final ControlLog log;
    private final Set<String> permitted;
    private final Duration externalChangeHold;

    private String decision = "";

    /** The control; null while no rewrite is controlled. */
    private CompactionThrottle control;

    /** The limit that the node has. */
    private long set;

    /** Why the running rewrite is not controlled; null if it is. */
    private Activity obstacle;

    private boolean ends;

    /** Time since which the rewrite cannot be read; null while it can. */
    private Instant unreadSince;

    /** Whether it cannot be read for too long. */
    private boolean isUnread;

    /** @param permitted knobs that may change; empty for all */
    public RewriteThrottle(
            ThrottleKnob knob,
            KnobHistory knobs,
            JournalWriter journal,
            ControlLog log,
            Set<String> permitted,
            Duration externalChangeHold) {
        this.knob = knob;
        this.knobs = knobs;
        this.journal = journal;
        this.log = log;
        this.permitted = Set.copyOf(permitted);
        this.externalChangeHold = externalChangeHold;
    }

    /**
     * Begins the control of a rewrite.
     *
     * @param begunAt monotonic time of the change
     * @param allowed share of the throughput that clients may lose
     * @param clients before it
     */
    void begin(
            String id,
            Instant now,
            Instant begunAt,
            double allowed,
            ClientsBefore clients,
            Optional<RewriteReading> before) {
        restore();
        Optional<CompactionThrottle> owed = owed();
        decision = id;
        ends = false;
        resetUnread();
        obstacle = exclusion(now);
        control = obstacle == null && before.isPresent()
                ? controlled(begunAt, allowed, clients, before.get(), owed)
                : null;
        if (control == null && owed.isPresent() && !(obstacle instanceof ThrottleSetExternally)) {
            control = owed.get();
            ends = true;
        }
    }

    /** The former control if the node has refused to restore its value, which is still due. */
    private Optional<CompactionThrottle> owed() {
        return Optional.ofNullable(control)
                .filter(former -> set != former.terms().before());
    }

    /** Why the limit may not change; null if it may. */
    private Activity exclusion(Instant now) {
        if (!knob.exists() || (!permitted.isEmpty() && !permitted.contains(ThrottleKnob.NAME))) {
            return new ThrottleExcluded();
        }
        return KnobHistory.yielded(knobs.states(), now, externalChangeHold).containsKey(ThrottleKnob.NAME)
                ? new ThrottleSetExternally()
                : null;
    }

    /** The control from now on; null if the limit cannot be read. A value that another client has set since replaces one that is due. */
    private CompactionThrottle controlled(
            Instant begunAt,
            double allowed,
            ClientsBefore clients,
            RewriteReading before,
            Optional<CompactionThrottle> owed) {
        try {
            long held = set;
            set = knob.read();
            long due = owed.isEmpty() || set != held ? set : owed.get().terms().before();
            Range range = knob.range();
            Terms terms =
                    new Terms(allowed, due, (long) range.min(), (long) range.max(), before.pending(), clients.level());
            return CompactionThrottle.begin(terms, begunAt, clients.last(), before.compacted());
        } catch (NodeException refused) {
            obstacle = new ThrottleUnreadable(refused.failure());
            return null;
        }
    }

    /** Compares the clients with those before the rewrite. */
    void refresh(Instant monotonic, ClientCounts clients, RewriteReading reading) {
        resetUnread();
        if (control != null) {
            control = control.next(monotonic, clients, reading.compacted(), reading.pending());
        }
    }

    private void resetUnread() {
        unreadSince = null;
        isUnread = false;
    }

    /** The rewrite cannot be read, so its end would not be seen. After a while the value from before it is due until the next reading. */
    void miss(Instant monotonic) {
        if (unreadSince == null) {
            unreadSince = monotonic;
        }
        isUnread |= Duration.between(unreadSince, monotonic).compareTo(UNREAD) >= 0;
    }

    /** The rewrite is over: the value from before it is due. */
    void end() {
        ends = true;
        obstacle = null;
        if (control != null && set == control.terms().before()) {
            control = null;
        }
    }

    /** The change of the limit that is due; empty if none is. */
    Optional<CompactionAction> action() {
        if (control == null) {
            return Optional.empty();
        }
        boolean restores = ends || isUnread;
        long due = restores ? control.terms().before() : control.limit();
        return due == set ? Optional.empty() : Optional.of(new CompactionAction.Throttle(decision, set, due, restores));
    }

    /** Records and sets a limit. Another client's value ends the control. */
    void execute(CompactionAction.Throttle action) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("action", "throttle");
        content.put("knob", ThrottleKnob.NAME);
        content.put("from", action.from());
        content.put("to", action.to());
        control.loss().ifPresent(loss -> content.put("loss", loss));
        try {
            journal.write(RecordType.ACTION, action.decision(), content);
        } catch (IOException e) {
            // the status shows the journal's problem; only the node's own value is restored without a record
            if (!action.ends()) {
                return;
            }
        }
        try {
            knob.replace(action.from(), action.to());
            set = action.to();
            log.debug("[" + action.decision() + "] compaction_throughput " + action.from() + " -> " + action.to());
        } catch (NodeException e) {
            if (e.failure() instanceof ValueChanged) {
                control = null;
                // after the rewrite there is nothing to report
                obstacle = ends ? obstacle : new ThrottleSetExternally();
            }
            log.warn("[" + action.decision() + "] " + e.getMessage());
        }
        if (ends && control != null && set == control.terms().before()) {
            control = null;
        }
    }

    boolean isActive() {
        return control != null;
    }

    /** Restores the value from before the rewrite now. The control continues from it. */
    void restore() {
        if (control != null && set != control.terms().before()) {
            execute(new CompactionAction.Throttle(decision, set, control.terms().before(), true));
        }
    }

    /** The limit in force, or why there is none; empty while no rewrite runs. */
    Optional<Activity> status() {
        if (obstacle != null) {
            return Optional.of(obstacle);
        }
        return control == null
                        || (set == control.terms().before()
                                && (isUnread
                                        || control.loss().orElse(0)
                                                <= control.terms().allowed()))
                ? Optional.empty()
                : Optional.of(new RewriteThrottled(
                        set,
                        control.terms().before(),
                        control.loss().orElse(0),
                        control.terms().allowed(),
                        control.isExhausted() ? Optional.of(set) : Optional.empty()));
    }
}
