package io.rafiki.trainer.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.plan.PlanText;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineNoiseTest {

    private static final String AT = "2026-01-01T00:00:00Z";

    @TempDir
    private Path folder;

    /** 90 and 110 deviate by 14.1 % of 100; 1000, 1000 and 1000 by nothing: pooled, the root of (200 / 10000) / 3. */
    @Test
    void poolsTheReadRatiosAtWhichTheDefaultWasRepeated() throws Exception {
        KnobSpace space = PlanText.catalogue().space(List.of("concurrent_reads", "file_cache_size"));
        Configuration usual = space.defaults();
        Trials file = new Trials(folder.resolve("trials.jsonl"));
        for (Trial trial : List.of(
                trial(0.1, usual, 0, 90),
                trial(0.1, usual, 1, 110),
                trial(0.9, usual, 0, 1000),
                trial(0.9, usual, 1, 1000),
                trial(0.9, usual, 2, 1000),
                trial(0.5, usual, 0, 7),
                trial(0.1, usual.with("concurrent_reads", 64), 0, 500),
                Lines.ended("x", TrialStatus.FAILED, "node"))) {
            file.append(trial);
        }
        assertThat(BaselineNoise.of(Trials.read(folder.resolve("trials.jsonl")), usual.toMap()))
                .hasValue(
                        "noise of the machine (a processor, 4096 MiB, Linux 6): the throughput of the baseline has a coefficient of variation of 8.2 % (5 trials at 2 workloads)");
    }

    /** That another machine is faster is no noise. */
    @Test
    void countsTheTrialsOfThePresentMachineOnly() throws Exception {
        Configuration usual =
                PlanText.catalogue().space(List.of("concurrent_reads")).defaults();
        List<Trial> lines = List.of(
                Lines.on("a slow one", trial(0.1, usual, 0, 10)),
                Lines.on("a slow one", trial(0.1, usual, 1, 11)),
                trial(0.1, usual, 2, 90),
                trial(0.1, usual, 3, 110));
        assertThat(BaselineNoise.of(lines, usual.toMap()).orElseThrow())
                .contains("coefficient of variation of 14.1 % (2 trials at one workload)");
    }

    /** A campaign continues on another machine, whose noise is still unknown. */
    @Test
    void reportsNoNoiseForAMachineWithoutReplicates() throws Exception {
        Configuration usual =
                PlanText.catalogue().space(List.of("concurrent_reads")).defaults();
        List<Trial> lines = List.of(
                Lines.on("the former", trial(0.1, usual, 0, 10)),
                Lines.on("the former", trial(0.1, usual, 1, 11)),
                trial(0.1, usual.with("concurrent_reads", 64), 0, 500));
        assertThat(BaselineNoise.of(lines, usual.toMap())).isEmpty();
        assertThat(BaselineNoise.of(lines.subList(0, 2), usual.toMap()).orElseThrow())
                .startsWith("noise of the machine (the former, 4096 MiB, Linux 6): ");
    }

    @Test
    void reportsNoNoiseBeforeAReplicateOfTheBaseline() throws Exception {
        Configuration usual =
                PlanText.catalogue().space(List.of("concurrent_reads")).defaults();
        assertThat(BaselineNoise.of(List.of(trial(0.1, usual, 0, 90), trial(0.9, usual, 0, 90)), usual.toMap()))
                .isEmpty();
    }

    private static Trial trial(double readRatio, Configuration configuration, int repeat, double throughput) {
        return Lines.measured(new PlannedTrial(Workload.ofReadRatio(readRatio), configuration, repeat), throughput, AT);
    }
}
