package io.rafiki.control.machine;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the control loop does at the moment. {@link ControlMachine} draws the transitions. */
public enum LoopPhase {
    /** It waits for the next window. No change is under observation. */
    WATCHING,
    /** It waits for the next window, and observes the effect of the last change. */
    OBSERVING,
    /** It searches the best configuration for the last window. */
    SEARCHING,
    /** It writes a plan to the node. */
    APPLYING,
    /** It restores former values. */
    ROLLING_BACK,
    /** An operator stopped it; an effect on the node has not ended. */
    STOPPING,
    /** An operator stopped it. It neither measures nor decides. */
    STOPPED,
    /** Too many errors disabled it. */
    DISABLED;

    private static final Map<LoopPhase, Set<LoopPhase>> NEXT = new EnumMap<>(Map.of(
            WATCHING, EnumSet.of(SEARCHING, APPLYING, ROLLING_BACK, STOPPING, DISABLED),
            OBSERVING, EnumSet.of(WATCHING, SEARCHING, APPLYING, ROLLING_BACK, STOPPING, DISABLED),
            SEARCHING, EnumSet.of(WATCHING, OBSERVING, APPLYING, STOPPING, STOPPED, DISABLED),
            APPLYING, EnumSet.of(WATCHING, OBSERVING, STOPPING, DISABLED),
            ROLLING_BACK, EnumSet.of(WATCHING, OBSERVING, STOPPING, STOPPED, DISABLED),
            STOPPING, EnumSet.of(STOPPED),
            STOPPED, EnumSet.of(WATCHING, OBSERVING, SEARCHING, ROLLING_BACK, STOPPING),
            DISABLED, EnumSet.of(WATCHING, OBSERVING, SEARCHING, ROLLING_BACK, STOPPING)));

    /**
     * The next phase.
     *
     * @throws IllegalStateException if the table of transitions lacks this step
     */
    LoopPhase to(LoopPhase next) {
        if (next != this && !NEXT.get(this).contains(next)) {
            throw new IllegalStateException("control loop: a transition from " + this + " to " + next + " is invalid.");
        }
        return next;
    }

    /** Whether no effect on the node and no search is under way. */
    public boolean isResting() {
        return switch (this) {
            case WATCHING, OBSERVING, STOPPED, DISABLED -> true;
            case SEARCHING, APPLYING, ROLLING_BACK, STOPPING -> false;
        };
    }

    /** {@code rolling back}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
