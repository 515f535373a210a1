package io.rafiki.control.status;

import io.rafiki.control.reason.Activity;
import io.rafiki.control.reason.Activity.AwaitsWindow;
import io.rafiki.control.reason.Problem;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.decision.Mode;
import io.rafiki.reason.ReasonText;
import io.rafiki.workload.WindowAssembler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The status line: mode, problems, the last decision, activities, and the progress of the next window. */
public final class StatusLine {

    private StatusLine() {}

    /**
     * Joins the parts.
     *
     * @param last the last decision
     * @param awaited the next window; empty if the tuner makes no decisions
     */
    static String of(
            Mode mode,
            List<Problem> problems,
            Optional<DecisionRecord> last,
            List<Activity> activities,
            Optional<AwaitsWindow> awaited) {
        List<String> parts = new ArrayList<>();
        problems.forEach(problem -> parts.add(ReasonText.of(problem)));
        last.ifPresent(decided -> parts.add("[" + decided.id() + "] " + decided.kind() + ": " + decided.reasonText()
                + decided.readBack()
                        .map(outcome -> "; read back: " + ReasonText.of(outcome))
                        .orElse("")));
        activities.forEach(activity -> parts.add(ReasonText.of(activity)));
        awaited.ifPresent(window -> parts.add(ReasonText.of(window)));
        return mode + ": " + String.join("; ", parts);
    }

    /** The progress of the running window. */
    public static AwaitsWindow awaited(WindowAssembler windows, long minOperations) {
        Duration elapsed = windows.elapsed();
        Duration remaining = windows.length().minus(elapsed);
        return new AwaitsWindow(
                remaining.isNegative() ? Duration.ZERO : remaining,
                elapsed,
                windows.length(),
                windows.operations(),
                minOperations);
    }
}
