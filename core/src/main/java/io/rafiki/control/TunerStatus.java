package io.rafiki.control;

import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.reason.ReasonText;
import io.rafiki.workload.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the console shows; made anew after every step, so that a reader never waits for the tuner.
 *
 * @param mode how far the tuner may go
 * @param line what it does and what it waits for
 * @param problems what is wrong
 * @param activities what the tuner does apart from deciding
 * @param window the last window
 * @param pending the plan that may be applied by hand
 * @param last the last decision
 * @param model file, loader, trained range and provenance of the loaded model, in a fixed order; empty if none is loaded
 * @param rewriting progress of a rewrite of data; empty if there is none
 * @param decisions since the agent started
 * @param applied plans that were carried out, since the agent started
 * @param readBackFailures plans that were begun and had to be undone, since the agent started
 * @param faults ticks that failed, since the agent started
 * @param past what lies behind it
 */
public record TunerStatus(
        Mode mode,
        String line,
        List<Problem> problems,
        List<Activity> activities,
        Optional<Window> window,
        Optional<Plan> pending,
        Optional<DecisionRecord> last,
        Map<String, String> model,
        Optional<Activity> rewriting,
        long decisions,
        long applied,
        long readBackFailures,
        int faults,
        StatusHistory past) {

    public TunerStatus {
        problems = List.copyOf(problems);
        activities = List.copyOf(activities);
    }

    /** The same status with a further problem in front. */
    public TunerStatus with(Problem problem) {
        List<Problem> all = new ArrayList<>(List.of(problem));
        all.addAll(problems);
        return new TunerStatus(
                mode,
                ReasonText.of(problem) + "; " + line,
                all,
                activities,
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

    /** The operator's wording of the progress of a rewrite; empty if there is none. */
    public String rewritingText() {
        return rewriting.map(ReasonText::of).orElse("");
    }
}
