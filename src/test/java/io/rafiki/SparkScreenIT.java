package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A screening on a Spark cluster of this machine: {@code -Drafiki.long=true}. */
@EnabledIfSystemProperty(named = "rafiki.long", matches = "true")
class SparkScreenIT {

    @TempDir
    Path folder;

    @Test
    void aScreeningIsMeasuredOnTheMachines() throws Exception {
        Path plan = Files.writeString(
                folder.resolve("plan.yaml"),
                ScreenIT.PLAN.replace("measurement: 5s", "measurement: " + SparkIT.MEASURED + "s"));
        try (SparkMachines machines = new SparkMachines(folder);
                TrainerProcess screen = new TrainerProcess(
                        folder,
                        List.of(QuickStart.onQuickNodes(TrainerProcess.onSharedData(
                                "screen", "--plan", plan.toString(), "--engine", machines.url()))))) {
            screen.with(SparkMachines.environment());
            machines.worker(0);
            machines.worker(1);
            assertThat(screen.run()).as(screen.printed()).isZero();
            assertThat(Lines.of(screen.out().resolve("trials.jsonl")))
                    .hasSize(4)
                    .allSatisfy(trial -> {
                        assertThat(trial.get("status").asText()).isEqualTo("ok");
                        assertThat(trial.get("log").asText()).startsWith("machines/");
                    });
            assertThat(screen.out().resolve("screen.html")).isNotEmptyFile();
        }
    }
}
