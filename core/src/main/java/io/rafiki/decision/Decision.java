package io.rafiki.decision;

/** What the tuner does about a window: nothing, show a plan, or carry it out. */
public sealed interface Decision {

    /** One line of why, with numbers. */
    String reason();

    /**
     * Nothing is done.
     *
     * @param cause the same cause again is the same hold going on
     */
    record Hold(Cause cause, String reason) implements Decision {}

    /**
     * The plan is shown and may be applied by a human where the mode permits it.
     *
     * @param reason the gain, and why it is not applied at once
     */
    record Propose(Plan plan, String reason) implements Decision {}

    /** The plan is carried out now. */
    record Apply(Plan plan, String reason) implements Decision {}
}
