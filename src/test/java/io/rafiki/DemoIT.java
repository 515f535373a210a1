package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration as a process, with a small table and a model that is of no use. */
class DemoIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    /** As a terminal does it at Ctrl-C: the nodes and clients are told at the same moment, and may be quicker. */
    @Test
    void leavesNothingAfterASignalToItsProcessGroup() throws Exception {
        Path model = SmallModel.write(folder.resolve("model.zip"));
        Collecting.plan(folder.resolve("plan.yaml"));
        try (TrainerProcess demo = new TrainerProcess(
                folder, List.of(TrainerProcess.onSharedData("demo", "--quick", "--model", model.toString())))) {
            Process running = demo.start();
            Path load = demo.out().resolve("work/tuned/ycsb/series.csv");
            await().atMost(PATIENCE).until(() -> {
                assertThat(running.isAlive()).as(demo.printed()).isTrue();
                return Files.exists(load) && demo.alive().size() >= 2;
            });
            List<ProcessHandle> children = demo.alive();
            List<Path> groups = demo.groups();

            Process kill = new ProcessBuilder("kill", "-TERM", "--", "-" + running.pid()).start();
            assertThat(kill.waitFor()).isZero();
            assertThat(running.waitFor(120, TimeUnit.SECONDS)).isTrue();

            assertThat(running.exitValue()).isEqualTo(143);
            assertThat(demo.printed().lines().toList()).last().isEqualTo("Stopped.");
            assertThat(children).noneMatch(ProcessHandle::isAlive);
            assertThat(groups).noneMatch(Files::exists);
            assertThat(demo.out()).isDirectoryNotContaining("glob:**/work");
            assertThat(TrainerProcess.sharedData()).isDirectoryNotContaining("glob:**/building");
        }
    }
}
