package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three real nodes follow a trace of half an hour in six seconds. The result is too short to mean anything, but it is complete. */
class ReplayIT {

    @TempDir
    Path folder;

    @Test
    void comparesThreeNodesAndPrintsASummary() throws Exception {
        Path model = SteepModel.write(folder.resolve("model.zip"));
        Collecting.plan(folder.resolve("plan.yaml"));
        Path trace = Files.writeString(
                folder.resolve("trace.csv"),
                """
                start,reads,writes,scans
                2017-12-11T00:00:00Z,90,10,0
                2017-12-11T00:15:00Z,10,90,0
                """);
        try (TrainerProcess replay = new TrainerProcess(
                folder,
                List.of(TrainerProcess.onSharedData(
                        "replay",
                        "--trace",
                        trace.toString(),
                        "--speed",
                        "300",
                        "--warm-up",
                        "1",
                        "--model",
                        model.toString())))) {
            assertThat(replay.run()).as(replay.printed()).isZero();
            List<String> lines = replay.printed().lines().toList();
            assertThat(lines.get(lines.size() - 1))
                    .as(replay.printed())
                    .matches("replay: operations=[1-9]\\d{2,} over_default=-?[\\d.]+% over_static=-?[\\d.]+%"
                            + " read_p99=[\\d.]+ms write_p99=[\\d.]+ms changes=\\d+ rewriting=0 transition=\\d+s"
                            + " readback=ok report=.*replay.html");
            assertThat(lines)
                    .anyMatch(line -> line.matches("all +baseline +[\\d,]+ .*"))
                    .anyMatch(line -> line.matches(" +tuned +[\\d,]+ .*[-+][\\d.]+ % .*"));
            assertThat(replay.out().resolve("replay.html"))
                    .content()
                    .contains("\"name\":\"baseline\"", "\"name\":\"static\"", "\"name\":\"tuned\"");
            assertThat(replay.out().resolve("replay.svg"))
                    .content()
                    .contains("curve baseline", "curve green", "curve tuned", "90 % reads", "10 % reads");
            assertThat(replay.out().resolve("replay.json")).content().startsWith("{\"scenario\":\"replay\"");
            assertThat(replay.out()).isDirectoryNotContaining("glob:**/work");
        }
    }
}
