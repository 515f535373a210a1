package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rafiki.trainer.host.ControlGroups;
import io.rafiki.trainer.host.ControlGroups.Resource;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.scenario.ScenarioFile;
import io.rafiki.trainer.scenario.ScenarioResult;
import io.rafiki.trainer.scenario.ScenarioRunner;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration as a process. */
class DemoIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Path MODEL = Distribution.file("conf/models/cassandra-5.0-2core/model.zip");

    @TempDir
    Path folder;

    /**
     * The whole demo has half a processor: node, client and command, with the shipped model and its rows. Loading the rows is not part of
     * the ten minutes.
     */
    @Test
    @EnabledIfSystemProperty(named = "rafiki.long", matches = "true")
    void endsWithinTenMinutesOnHalfAProcessor() throws Exception {
        ControlGroups groups = ControlGroups.mounted();
        assumeTrue(groups.version().equals("v1"), "with version 2, a limited node leaves the group of its parent");
        new ScenarioRunner(
                        Distribution.file("."),
                        folder.resolve("rows"),
                        TrainerProcess.sharedData(),
                        CampaignPlan.besideBundle(MODEL).conditions(),
                        line -> {})
                .prepare();
        Path group = groups.folder(
                Resource.CPU, "rafiki-demo-" + ProcessHandle.current().pid());
        groups.make(Resource.CPU, group);
        try (TrainerProcess demo =
                new TrainerProcess(folder, List.of(TrainerProcess.onSharedData("demo", "--quick"))).within(group)) {
            groups.limitCpu(group, 50);
            Process running = demo.start();
            boolean ended = running.waitFor(10, TimeUnit.MINUTES);
            running.destroy();
            running.waitFor();

            String printed = demo.printed();
            assertThat(ended).as(printed).isTrue();
            assertThat(Files.readString(group.resolve("cpu.stat"))).doesNotContain("nr_throttled 0\n");
            assertThat(printed.lines().toList())
                    .last(STRING)
                    .startsWith("demo: ")
                    .contains(" readback=ok ");
            ScenarioResult result = ScenarioFile.read(demo.out().resolve("demo.json"));
            assertThat(result.tuned().segments()).hasSize(3);
            assertThat(result.baseline().segments()).hasSize(3);
            for (int i = 0; i < 3; i++) {
                int number = i;
                ConfidenceInterval gain = result.gain(run -> run.segments().get(number));
                assertThat(gain.low()).as(printed).isFinite().isLessThan(gain.mean());
            }
            assertThat(result.isApplied()).as(printed).isTrue();
            assertThat(printed)
                    .containsPattern("the change cost|no cost of the change|more in the|the gain includes the cost");
        } finally {
            groups.kill(group);
            groups.remove(group);
        }
    }

    /** The verdicts depend on the machine's noise; ClusterCanaryIT tests that of the bad change. */
    @Test
    @EnabledIfSystemProperty(named = "rafiki.long", matches = "true")
    void aRingTakesAChangeAndUndoesABadOne() throws Exception {
        try (TrainerProcess demo = new TrainerProcess(folder, List.of("demo", "--nodes", "3"))) {
            boolean ended = demo.start().waitFor(30, TimeUnit.MINUTES);
            String printed = demo.printed();
            assertThat(ended).as(printed).isTrue();
            assertThat(printed.lines().toList())
                    .last(STRING)
                    .matches(
                            "demo: nodes=3 canary=((pass|undecided) applied=3 rolledback=1 readback=ok gain=-?\\d+\\.\\d%"
                                    + "|fail applied=0 rolledback=2 readback=ok gain=-) report=\\S+/demo-cluster\\.html");
            assertThat(demo.out().resolve("demo-cluster.html")).exists();
        }
    }

    /**
     * With a small table and a model that is of no use. As a terminal does it at Ctrl-C: the nodes and clients are told at the same moment,
     * and may be quicker.
     */
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
