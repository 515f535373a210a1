package io.rafiki.trainer.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Status;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignTest {

    @TempDir
    private Path folder;

    @Test
    void onlyTrialsWithoutAGoodLineAreStillToDo() throws Exception {
        List<PlannedTrial> planned =
                PlanText.trials(folder, "seed: 7", "seed: 7").subList(0, 6);
        List<Trial> lines = List.of(
                Lines.measured(planned.get(0).id()),
                Lines.ended(planned.get(1).id(), Status.FAILED, "node"),
                Lines.ended(planned.get(2).id(), Status.TIMEOUT, "node"),
                Lines.ended(planned.get(3).id(), Status.ABORTED, "told to stop"),
                Lines.ended(planned.get(4).id(), Status.DISTURBED, "others"),
                Lines.measured("no trial of this plan"));
        assertThat(Campaign.todo(planned, lines)).containsExactlyElementsOf(planned.subList(1, 6));
    }

    @Test
    void aTrialThatFailedFirstAndWentWellLaterIsDone() throws Exception {
        List<PlannedTrial> planned =
                PlanText.trials(folder, "seed: 7", "seed: 7").subList(0, 1);
        String id = planned.get(0).id();
        assertThat(Campaign.todo(planned, List.of(Lines.ended(id, Status.FAILED, "node"), Lines.measured(id))))
                .isEmpty();
    }

    /** A plan may write out what it has drawn as well. */
    @Test
    void aTrialThatIsPlannedTwiceIsRunOnce() throws Exception {
        PlannedTrial trial = PlanText.trials(folder, "seed: 7", "seed: 7").get(0);
        assertThat(Campaign.todo(List.of(trial, trial), new ArrayList<>())).containsExactly(trial);
    }

    @Test
    void aFolderBelongsToOnePlanAndOneCollector() throws Exception {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), PlanText.TEXT);
        Path other = Files.writeString(folder.resolve("other.yaml"), PlanText.TEXT.replace("seed: 7", "seed: 8"));
        Path out = folder.resolve("out");
        try (CampaignFolder held = CampaignFolder.open(out, plan)) {
            held.append(Lines.measured("a"));
            assertThatThrownBy(() -> CampaignFolder.open(out, plan))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("expected no other collector");
        }
        assertThatThrownBy(() -> CampaignFolder.open(out, other))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(out.resolve("plan.yaml") + ": expected the same plan as " + other);
        try (CampaignFolder again = CampaignFolder.open(out, plan)) {
            assertThat(again.trials()).containsExactly(Lines.measured("a"));
        }
    }
}
