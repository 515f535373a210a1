package io.rafiki.trainer.report.text;

import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.scenario.ClusterDemoResult;
import io.rafiki.trainer.scenario.ClusterDemoResult.Course;
import io.rafiki.trainer.scenario.ClusterDemoResult.DecidedBy;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The result of a ring's demo as text. */
public final class ClusterDemoFormatter {

    private ClusterDemoFormatter() {}

    /** One sentence for each roll-out, and one for the gain. */
    public static List<String> findings(ClusterDemoResult result) {
        return List.of(
                result.good().id() + ", the model's proposal " + course(result.good()),
                result.bad().id() + ", a deliberately bad change " + course(result.bad()),
                Double.isNaN(result.gain())
                        ? "No change became permanent, so no gain was measured."
                        : "Throughput of the clients after the permanent change: "
                                + HumanUnits.signedPercent(result.gain()) + ", one run on one machine.");
    }

    private static String course(Course course) {
        return "(" + course.change() + "): " + course.phase() + " after "
                + course.after().size()
                + " compared windows"
                + operator(course.decidedBy())
                + (course.verdict().isEmpty() ? "" : "; " + course.verdict()) + ".";
    }

    /** Why the operator decided; empty if the operator did not. */
    private static String operator(DecidedBy decidedBy) {
        return switch (decidedBy) {
            case OPERATOR_WITHOUT_VERDICT -> "; the canary had no verdict, so the operator decided";
            case OPERATOR_AGAINST_VERDICT -> "; the comparison confirmed the bad change, so the operator undid it";
            case COMPARISON, OTHER -> "";
        };
    }

    private static String canary(ClusterDemoResult result) {
        if (!result.isCanaryPassed()) {
            return "fail";
        }
        return result.good().decidedBy() == DecidedBy.OPERATOR_WITHOUT_VERDICT ? "undecided" : "pass";
    }

    /** The last line, for programs. */
    public static String summary(ClusterDemoResult result, Path page) {
        return String.format(
                Locale.ROOT,
                "demo: nodes=%d canary=%s applied=%d rolledback=%d readback=%s gain=%s report=%s",
                result.nodes(),
                canary(result),
                result.applied(),
                result.rolledBack(),
                result.readBack() ? "ok" : "failed",
                Double.isNaN(result.gain())
                        ? HumanUnits.ABSENT
                        : String.format(Locale.ROOT, "%.1f%%", 100 * result.gain()),
                page);
    }
}
