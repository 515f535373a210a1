package io.rafiki.trainer.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CampaignProgressTest {

    private final List<String> said = new ArrayList<>();
    private final CampaignProgress progress =
            new CampaignProgress(said::add, Map.of("compaction", "SizeTiered", "concurrent_reads", 9), false);

    @Test
    void saysBeforehandHowLongItWillTake() {
        progress.begin(new TrialSource.Account(60, 2, 58), 58, 43.6, 2);
        progress.begin(new TrialSource.Account(3, 0, 3), 3, 20, 1);
        progress.begin(new TrialSource.Account(60, 60, 0), 0, 43.6, 0);
        assertThat(said)
                .containsExactly(
                        "60 trials planned, 2 measured, 58 to run now: about 42 min, 44 s each; before that 2 data sets are prepared",
                        "3 trials planned, 0 measured, 3 to run now: about 60 s, 20 s each; before that 1 data set is prepared",
                        "60 trials planned, 60 measured, none to run");
    }

    /** Each trial here took 20 s; only what differs from the default configuration is shown. */
    @Test
    void saysALineForEachTrial() {
        progress.begin(new TrialSource.Account(13, 1, 12), 12, 30, 0);
        progress.ended(Lines.measured("a"));
        progress.ended(Lines.ended("b", Status.FAILED, "node: ended with 3"));
        assertThat(said.get(1))
                .matches("2/13  reads  50 %     110 ops/s \\+-[\\d.]+ %  compaction=Unified\\(T4\\)  20 s, 4 min left");
        assertThat(said.get(2))
                .isEqualTo("2/13  reads  50 %  failed: node: ended with 3  compaction=Unified(T4)  20 s, 3 min left");
    }
}
