package io.rafiki.benchmark.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RaceReplayTest {

    private static final Path CAMPAIGN = Path.of("../conf/campaigns/cassandra-5.0-2core-sustained");

    /** A real trial of several states measures all of them. */
    @Test
    void onlyATrialOfOneStateEndsEarly() throws Exception {
        Trial recorded = Trials.read(CAMPAIGN.resolve(Trials.FILE)).stream()
                .filter(trial -> !trial.states().isEmpty())
                .findFirst()
                .orElseThrow();
        KnobSpace space =
                new KnobSpace(List.of(new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0)));
        PlannedTrial planned = new PlannedTrial(recorded.workload().features(), space.defaults(), 0);
        NextTrial hopeless = new NextTrial(planned, "", OptionalDouble.of(1e9));
        double whole = recorded.timing().totalSeconds();
        assertThat(seconds(RaceReplay.replayed(hopeless, recorded, 8))).isEqualTo(whole);
        assertThat(seconds(RaceReplay.replayed(hopeless, recorded, 1))).isLessThan(whole);
    }

    private static double seconds(Trial trial) {
        return trial.timing().totalSeconds();
    }
}
