package io.rafiki.benchmark.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.benchmark.result.ResultFile;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.TrialStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeRunTest {

    private static final NodeRun RUN = new NodeRun(
            "irace",
            "0.9",
            "live",
            "throughput",
            1,
            1,
            List.of(
                    step(1000, TrialStatus.OK, 500, 500),
                    step(2000, TrialStatus.FAILED, 0, 500),
                    step(4000, TrialStatus.NOT_STATIONARY, 800, 800)),
            Map.of("compaction", "Leveled"));

    @Test
    void theLastTrialMayEndAfterTheMachineTime() {
        assertThat(RUN.bestAfter(0.25)).isNaN();
        assertThat(RUN.bestAfter(0.75)).isEqualTo(500);
        assertThat(RUN.bestAfter(1)).isEqualTo(800);
        assertThat(RUN.used()).isEqualTo(4000);
    }

    @Test
    void aResultIsReadAsItWasWritten(@TempDir Path folder) throws Exception {
        ResultFile<NodeRun> file = new ResultFile<>(folder.resolve("head-to-head.jsonl"), NodeRun.class);
        file.append(RUN);
        assertThat(file.read()).containsExactly(RUN);
    }

    /** Steps: the old value holds until the next trial ends. */
    @Test
    void thePictureHasOneLineOfStepsPerTuner() {
        String svg = BestSoFarSvg.svg(List.of(RUN), TrialObjective.throughput);
        assertThat(svg).startsWith("<svg ").endsWith("</svg>\n").contains(">irace</text>");
        assertThat(svg)
                .as("three trials are five corners")
                .containsPattern("stroke-width=\"2\" points=\"(\\d+\\.\\d,\\d+\\.\\d ){4}\\d+\\.\\d,\\d+\\.\\d\"");
    }

    @Test
    void aMeanLatencyWithAFailureDoesNotScaleThePicture() {
        double failure = TrialObjective.p99.ofFailure();
        NodeRun run = new NodeRun(
                "irace",
                "0.9",
                "live",
                "p99",
                1,
                1,
                List.of(
                        step(1000, TrialStatus.FAILED, failure, failure),
                        step(2000, TrialStatus.OK, 1000, (failure + 1000) / 2),
                        step(3000, TrialStatus.OK, 1000, 1000)),
                Map.of());
        assertThat(BestSoFarSvg.svg(List.of(run), TrialObjective.p99)).contains(">1,050</text>");
    }

    private static NodeRun.Step step(double end, TrialStatus status, double value, double best) {
        return new NodeRun.Step(end, status, value, best, Map.of());
    }
}
