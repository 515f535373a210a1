package io.rafiki.trainer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.report.text.ClusterDemoFormatter;
import io.rafiki.trainer.scenario.ClusterDemoResult;
import io.rafiki.trainer.scenario.ClusterDemoResult.Course;
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
        ClusterDemoResult known = ClusterExample.demoResult();
        Course undone =
                new Course("r2", "compression=none", "aborted", "an operator requested it", true, List.of(), List.of());
        ClusterDemoResult result =
                new ClusterDemoResult(3, known.good(), undone, 3, true, -0.01, known.perSecond(), known.events());
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
    void aRejectedProposalHasNoGain() {
        ClusterDemoResult known = ClusterExample.demoResult();
        Course undone =
                new Course("r1", "compaction=Leveled", "aborted", "the canary is worse", false, List.of(), List.of());
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
        ClusterDemoResult known = ClusterExample.demoResult();
        Course kept = new Course("r2", "compression=none", "confirmed", "", false, List.of(), List.of());
        ClusterDemoResult result =
                new ClusterDemoResult(3, known.good(), kept, 3, true, 0, known.perSecond(), known.events());
        assertThat(result.isSuccess()).isFalse();
        assertThat(ClusterDemoFormatter.summary(result, PAGE)).contains("rolledback=0");
    }
}
