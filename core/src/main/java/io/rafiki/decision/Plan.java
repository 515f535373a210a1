package io.rafiki.decision;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Cost;
import io.rafiki.surrogate.Gain;
import java.util.List;
import java.util.Optional;

/**
 * A configuration that could replace the node's, and what the surrogate says of the change.
 *
 * @param from the node's configuration when the plan was made
 * @param to the proposed configuration, of the same space
 * @param changes the knobs that differ, in the order of the space
 * @param readRatio the workload that the gain is predicted for
 * @param gain predicted relative gain in throughput, with its deviation over the ensemble's members
 * @param rewrite in one phrase, what rewriting data takes and when it pays; empty if the plan rewrites none
 * @param heldBack in one phrase, the change that was left out because it rewrites data, and why; empty if none was
 */
public record Plan(
        Configuration from,
        Configuration to,
        List<Change> changes,
        double readRatio,
        Gain gain,
        Optional<String> rewrite,
        Optional<String> heldBack) {

    public Plan {
        changes = List.copyOf(changes);
    }

    /** A plan that nothing was said about yet. */
    public Plan(Configuration from, Configuration to, List<Change> changes, double readRatio, Gain gain) {
        this(from, to, changes, readRatio, gain, Optional.empty(), Optional.empty());
    }

    /** Whether one of the changes has the node rewrite its data. */
    public boolean rewritesData() {
        return changes.stream().anyMatch(Plan::rewritesData);
    }

    /** The same, with what the rewriting takes. */
    public Plan rewriting(String price) {
        return new Plan(from, to, changes, readRatio, gain, Optional.of(price), heldBack);
    }

    /** The same, with why another plan's rewriting change is not part of it. */
    public Plan without(Plan other, String why) {
        Change change =
                other.changes().stream().filter(Plan::rewritesData).findFirst().orElseThrow();
        return new Plan(from, to, changes, readRatio, gain, rewrite, Optional.of("held back: " + change + ": " + why));
    }

    private static boolean rewritesData(Change change) {
        return change.cost() == Cost.REWRITES_DATA;
    }
}
