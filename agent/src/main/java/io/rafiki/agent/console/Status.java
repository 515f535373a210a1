package io.rafiki.agent.console;

import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.workload.Window;
import java.util.Map;
import java.util.Optional;

/**
 * What the console shows; made anew after every step, so that a reader never waits for the tuner.
 *
 * @param mode how far the tuner may go
 * @param line what it does and what it waits for
 * @param window the last window
 * @param pending the plan that may be applied by hand
 * @param last the last decision
 * @param model file, loader, trained range and provenance of the loaded model, in a fixed order; empty if none is loaded
 * @param rewriting what of the data the node rewrites for our sake, in one phrase; empty if nothing
 * @param decisions since the agent started
 * @param applied plans that were carried out, since the agent started
 * @param readBackFailures plans that were begun and had to be undone, since the agent started
 * @param faults ticks that failed, since the agent started
 * @param past what lies behind it
 */
public record Status(
        Mode mode,
        String line,
        Optional<Window> window,
        Optional<Plan> pending,
        Optional<Decided> last,
        Map<String, String> model,
        Optional<String> rewriting,
        long decisions,
        long applied,
        long readBackFailures,
        int faults,
        Past past) {

    /** The same with another line. */
    public Status line(String other) {
        return new Status(
                mode,
                other,
                window,
                pending,
                last,
                model,
                rewriting,
                decisions,
                applied,
                readBackFailures,
                faults,
                past);
    }
}
