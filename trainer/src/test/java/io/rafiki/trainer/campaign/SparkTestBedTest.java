package io.rafiki.trainer.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.PlanText;
import io.rafiki.trainer.progress.RecordedProgress;
import io.rafiki.trainer.spark.SparkDriver;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The test bed with the recorded answers of a driver. SparkIT runs it on a cluster. */
class SparkTestBedTest {

    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path folder;

    private final List<String> recorded = new ArrayList<>();
    private String refused = "";

    @Test
    void aTrialThatEndedIsRecordedBeforeALostOneStopsTheCampaign() throws Exception {
        List<PlannedTrial> planned =
                PlanText.trials(folder, "seed: 7", "seed: 7").subList(0, 3);
        String lost = planned.get(0).id();
        Files.writeString(
                folder.resolve("answers"),
                JSON.writeValueAsString(Map.of("trial", lost, "lost", "machine1: expected Rafiki", "machines", 2))
                        + "\n"
                        + measured(planned.get(1))
                        + "\n");
        assertThatThrownBy(() -> measure(planned))
                .isInstanceOf(IOException.class)
                .hasMessage("stopped: Spark lost trial " + lost + ": machine1: expected Rafiki");
        assertThat(recorded).containsExactly(planned.get(1).id());
    }

    /** The first trial ran on an unlike machine, for example. */
    @Test
    void aTrialThatEndedIsRecordedBeforeARefusedOneStopsTheCampaign() throws Exception {
        List<PlannedTrial> planned =
                PlanText.trials(folder, "seed: 7", "seed: 7").subList(0, 3);
        refused = planned.get(0).id();
        Files.writeString(folder.resolve("answers"), measured(planned.get(0)) + "\n" + measured(planned.get(1)) + "\n");
        assertThatThrownBy(() -> measure(planned))
                .isInstanceOf(IOException.class)
                .hasMessage("refused");
        assertThat(recorded).containsExactly(planned.get(1).id());
    }

    private void measure(List<PlannedTrial> planned) throws Exception {
        Process driver = new ProcessBuilder("sh", "-c", "cat answers; cat > /dev/null")
                .directory(folder.toFile())
                .start();
        try (SparkDriver spark = new SparkDriver(driver, folder.resolve("spark.log"))) {
            CampaignProgress progress = new CampaignProgress(new RecordedProgress(false).reporter(), Map.of());
            SparkTestBed machines = new SparkTestBed(spark, Map.of(), List.of("rafiki", "trial"), folder, progress);
            machines.measure(planned.stream().map(NextTrial::planned).toList(), listener());
        }
    }

    private String measured(PlannedTrial trial) throws Exception {
        Path file = folder.resolve(trial.id() + ".jsonl");
        new Trials(file).append(Lines.of(trial, TrialStatus.OK, 100));
        return JSON.writeValueAsString(
                Map.of("trial", trial.id(), "folder", "machines/b/0", "line", Files.readString(file), "machines", 2));
    }

    private TestBed.Listener listener() {
        return new TestBed.Listener() {
            @Override
            public void begins(NextTrial next) {
                // all trials begin
            }

            @Override
            public void ended(NextTrial next, Trial trial) throws IOException {
                if (trial.id().equals(refused)) {
                    throw new IOException("refused");
                }
                recorded.add(trial.id());
            }
        };
    }
}
