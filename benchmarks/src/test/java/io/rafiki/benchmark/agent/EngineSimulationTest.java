package io.rafiki.benchmark.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.benchmark.rivals.SurfaceLine;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.cassandra.Layout;
import io.rafiki.trainer.plan.PlannedTrials;
import io.rafiki.trainer.plan.Race;
import io.rafiki.trainer.plan.RacedTrials;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Closed forms: equal trials of 100 s that share a layout, which takes 20 s to prepare. */
class EngineSimulationTest {

    private static final KnobSpace SPACE = new KnobSpace(List.of(new IntegerKnob("threads", "", 1, 64, Map.of(), 1)));

    @Test
    void machinesTakeTrialsInTurnAndPrepareOnce() throws Exception {
        EngineSimulation.Result result = simulation(10).run(new PlannedTrials(trials(1, 25)));
        assertThat(result.trials()).isEqualTo(25);
        assertThat(result.seconds()).isCloseTo(20 + 3 * 100, within(1e-9));
        assertThat(result.measuring()).isCloseTo(2500, within(1e-9));
        assertThat(result.preparing()).isCloseTo(200, within(1e-9));
        assertThat(result.trialsPerHour()).isCloseTo(25 / 320.0 * 3600, within(1e-9));
    }

    /** Rounds of four and two trials. On ten machines each round is measured at once, the second one on machines that were idle before. */
    @Test
    void aRoundOfARaceIsMeasuredAtOnce() throws Exception {
        RacedTrials race = new RacedTrials(trials(4, 4), new Race.Rule(1, 0, true));
        EngineSimulation.Result one = simulation(1).run(race);
        assertThat(one.trials()).isEqualTo(6);
        assertThat(one.seconds()).isCloseTo(20 + 6 * 100, within(1e-9));
        EngineSimulation.Result ten = simulation(10).run(race);
        assertThat(ten.trials()).isEqualTo(6);
        assertThat(ten.seconds()).isCloseTo(2 * (20 + 100), within(1e-9));
    }

    private static EngineSimulation simulation(int machines) {
        return new EngineSimulation(
                machines,
                20,
                trial -> Layout.USUAL,
                trial -> SurfaceLine.of(trial, 1000 * trial.configuration().code(0), 100));
    }

    /** Replicates of as many configurations. */
    private static List<PlannedTrial> trials(int replicates, int configurations) {
        List<PlannedTrial> trials = new ArrayList<>();
        for (int replicate = 0; replicate < replicates; replicate++) {
            for (int i = 1; i <= configurations; i++) {
                trials.add(new PlannedTrial(
                        Workload.ofReadRatio(0.5), new Configuration(SPACE, new double[] {i + 1.0}), replicate));
            }
        }
        return trials;
    }
}
