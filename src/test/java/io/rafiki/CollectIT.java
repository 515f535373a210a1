package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A campaign of two trials on real nodes, killed in the middle of the first and told to stop in the middle of the second: nothing is
 * left running, and the same command ends it with each trial measured once.
 */
class CollectIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    void continuesAfterKillAndAfterSigterm() throws Exception {
        try (Collecting collecting = new Collecting(folder)) {
            Process killed = collecting.start();
            awaitNodeInTrial(collecting);
            List<ProcessHandle> orphans = collecting.alive();
            List<Path> groups = collecting.groups();
            killed.destroyForcibly().waitFor();
            assertThat(orphans).isNotEmpty().allMatch(ProcessHandle::isAlive);
            assertThat(collecting.trials()).isEmpty();

            Process told = collecting.start();
            await().atMost(PATIENCE).until(() -> collecting.trials().size() == 1);
            assertThat(orphans).noneMatch(ProcessHandle::isAlive);
            assertThat(groups).noneMatch(path -> path.toFile().exists());
            assertThat(collecting.printed()).contains("ended what an earlier run left: process ");
            awaitNodeInTrial(collecting);
            List<ProcessHandle> children = collecting.alive();
            List<Path> inUse = collecting.groups();
            told.destroy();
            assertThat(told.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(told.exitValue()).isEqualTo(143);
            assertThat(collecting.printed().lines().toList())
                    .last()
                    .isEqualTo("Stopped. Continue with: " + collecting.command());
            assertThat(children).isNotEmpty().noneMatch(ProcessHandle::isAlive);
            assertThat(inUse).noneMatch(path -> path.toFile().exists());

            assertThat(collecting.run()).as(collecting.printed()).isZero();
            assertBothAreMeasuredOnce(collecting.trials());

            assertThat(collecting.run()).isZero();
            assertThat(collecting.printed()).contains("2 trials planned, 2 measured, none to run");
            assertBothAreMeasuredOnce(collecting.trials());
        }
    }

    private static void awaitNodeInTrial(Collecting collecting) {
        Path ycsb = collecting.out().resolve("work/trial/ycsb/series.csv");
        await().atMost(PATIENCE)
                .until(() -> ycsb.toFile().exists() && !collecting.alive().isEmpty());
    }

    /** An aborted trial may have left a line of its own, which is none of a result. */
    private static void assertBothAreMeasuredOnce(List<JsonNode> trials) {
        List<JsonNode> measured = trials.stream()
                .filter(trial -> trial.get("status").asText().equals("ok"))
                .toList();
        assertThat(trials.stream().map(trial -> trial.get("status").asText())).isSubsetOf("ok", "aborted");
        assertThat(measured.stream()
                        .map(trial -> trial.get("workload").get("readRatio").asDouble()))
                .containsExactlyInAnyOrder(0.1, 0.9);
        assertThat(measured).allSatisfy(trial -> {
            assertThat(trial.get("throughput").get("mean").asDouble()).isPositive();
            assertThat(trial.get("throughput").get("perSecond")).hasSize(5);
            assertThat(trial.get("effective")).isEqualTo(trial.get("proposed"));
            assertThat(trial.get("latencies").get("read").get("p99").asLong()).isPositive();
        });
    }
}
