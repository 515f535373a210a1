package io.rafiki.control.status;

import io.rafiki.control.machine.LoopPhase;
import io.rafiki.control.proposal.Offer;
import io.rafiki.control.reason.Activity;
import io.rafiki.control.reason.Activity.AwaitsWindow;
import io.rafiki.control.reason.Problem;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.reason.ReasonText;
import io.rafiki.workload.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The published state of the tuner. Each step publishes a new one, so that readers never wait.
 *
 * @param phase what the control loop does now
 * @param mode how far the tuner may go
 * @param problems that exist now
 * @param activities of the tuner other than decisions
 * @param awaited progress of the running window; empty if the tuner makes no decisions
 * @param window the last window
 * @param pending the plan that an operator may apply
 * @param offers best configuration for each change cost, as of the last search that made no change
 * @param last the last decision
 * @param model file, engine, trained range and provenance of the loaded model, in a fixed order; empty if none is loaded
 * @param rewriting progress of a rewrite of data; empty if there is none
 * @param decisions since the agent started
 * @param applied plans applied and read back since the agent started
 * @param readBackFailures plans that failed at the node and were undone since the agent started
 * @param faults ticks that failed since the agent started
 * @param past windows, decisions and knobs
 */
public record TunerStatus(
        LoopPhase phase,
        Mode mode,
        List<Problem> problems,
        List<Activity> activities,
        Optional<AwaitsWindow> awaited,
        Optional<Window> window,
        Optional<Plan> pending,
        List<Offer> offers,
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
        offers = List.copyOf(offers);
    }

    /** The same status with a further problem at the front. */
    public TunerStatus with(Problem problem) {
        List<Problem> all = new ArrayList<>(List.of(problem));
        all.addAll(problems);
        return new TunerStatus(
                phase,
                mode,
                all,
                activities,
                awaited,
                window,
                pending,
                offers,
                last,
                model,
                rewriting,
                decisions,
                applied,
                readBackFailures,
                faults,
                past);
    }

    /** The status line: mode, problems, last decision, activities, and the progress of the running window. */
    public String line() {
        return StatusLine.of(mode, problems, last, activities, awaited);
    }

    /** The wording of the progress of a rewrite; empty if there is none. */
    public String rewritingText() {
        return rewriting.map(ReasonText::of).orElse("");
    }
}
