package io.rafiki.trainer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.report.text.ClusterDemoFormatter;
import io.rafiki.trainer.scenario.ClusterDemoResult;
import io.rafiki.trainer.scenario.ClusterDemoResult.Course;
import io.rafiki.trainer.scenario.ClusterDemoResult.DecidedBy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterDemoPageTest {

    private static final Path PAGE = Path.of("runs/demo/demo-cluster.html");

    @Test
    void theLastLineIsForPrograms() {
        ClusterDemoResult result = ClusterExample.demoResult();
        assertThat(result.isSuccess()).isTrue();
        assertThat(ClusterDemoFormatter.summary(result, PAGE))
                .isEqualTo("demo: nodes=3 canary=pass applied=3 rolledback=1 readback=ok gain=12.0%"
                        + " report=runs/demo/demo-cluster.html");
    }

    @Test
    void aVerdictByHandIsNamed() {
        ClusterDemoResult result = withBad("aborted", "an operator requested it", DecidedBy.OPERATOR_WITHOUT_VERDICT);
        assertThat(result.isSuccess()).as("it is not found by the comparison").isFalse();
        assertThat(ClusterDemoFormatter.summary(result, PAGE))
                .contains("rolledback=1")
                .contains("gain=-1.0%");
        assertThat(ClusterDemoFormatter.findings(result))
                .contains(
                        "r2, a deliberately bad change (compression=none): aborted after 0 compared windows; the canary"
                                + " had no verdict, so the operator decided; an operator requested it.");
        assertThat(ClusterDemoPage.html(result)).contains("Canary of r2");
    }

    @Test
    void aWrongVerdictOnTheBadChangeIsNamed() {
        ClusterDemoResult result = withBad("aborted", "an operator requested it", DecidedBy.OPERATOR_AGAINST_VERDICT);
        assertThat(result.isSuccess()).as("it is not found by the comparison").isFalse();
        assertThat(ClusterDemoFormatter.findings(result))
                .contains("r2, a deliberately bad change (compression=none): aborted after 0 compared windows; the"
                        + " comparison confirmed the bad change, so the operator undid it; an operator requested it.");
    }

    @Test
    void aBadChangeThatANodeDidNotApplyIsNoSuccess() {
        ClusterDemoResult result =
                withBad("aborted", "a node did not apply the change, or undid it: 127.0.0.2", DecidedBy.OTHER);
        assertThat(result.isSuccess()).as("it is not found by the comparison").isFalse();
        assertThat(ClusterDemoFormatter.findings(result))
                .contains("r2, a deliberately bad change (compression=none): aborted after 0 compared windows; a node"
                        + " did not apply the change, or undid it: 127.0.0.2.");
    }

    @Test
    void aRejectedProposalHasNoGain() {
        ClusterDemoResult known = ClusterExample.demoResult();
        Course undone = new Course(
                "r1",
                "compaction=Leveled",
                "aborted",
                "the canary is worse",
                DecidedBy.COMPARISON,
                List.of(),
                List.of());
        ClusterDemoResult result =
                new ClusterDemoResult(3, undone, known.bad(), 0, true, Double.NaN, known.perSecond(), known.events());
        assertThat(ClusterDemoFormatter.summary(result, PAGE))
                .isEqualTo("demo: nodes=3 canary=fail applied=0 rolledback=2 readback=ok gain=-"
                        + " report=runs/demo/demo-cluster.html");
        assertThat(ClusterDemoFormatter.findings(result))
                .last()
                .isEqualTo("No change became permanent, so no gain was measured.");
    }

    @Test
    void aBadChangeThatStaysIsNoSuccess() {
        ClusterDemoResult result = withBad("confirmed", "", DecidedBy.COMPARISON);
        assertThat(result.isSuccess()).isFalse();
        assertThat(ClusterDemoFormatter.summary(result, PAGE)).contains("rolledback=0");
    }

    private static ClusterDemoResult withBad(String phase, String verdict, DecidedBy decidedBy) {
        ClusterDemoResult known = ClusterExample.demoResult();
        Course bad = new Course("r2", "compression=none", phase, verdict, decidedBy, List.of(), List.of());
        return new ClusterDemoResult(3, known.good(), bad, 3, true, -0.01, known.perSecond(), known.events());
    }
}
