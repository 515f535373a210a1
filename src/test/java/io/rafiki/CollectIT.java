package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A campaign of two trials on real nodes, killed in each phase of the first and told to stop in the middle of the second: nothing is
 * left running, and the same command ends it with each trial measured once.
 */
class CollectIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Each round kills the collector once in each phase. {@code -Drafiki.kills=20 -Dit.timeout=7200} is the long form. */
    private static final int ROUNDS = Integer.getInteger("rafiki.kills", 1);

    @TempDir
    Path folder;

    @Test
    void continuesAfterKillAndAfterSigterm() throws Exception {
        try (Collecting collecting = new Collecting(folder)) {
            List<ProcessHandle> orphans = new ArrayList<>();
            List<Path> groups = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                for (Phase phase : Phase.values()) {
                    killIn(phase, collecting, orphans, groups);
                }
            }
            int complete = measured(collecting).size();

            Process told = collecting.start();
            await().atMost(PATIENCE)
                    .until(() -> !told.isAlive() || measured(collecting).size() == complete + 1);
            assertThat(orphans).noneMatch(ProcessHandle::isAlive);
            assertThat(groups).noneMatch(path -> path.toFile().exists());
            assertThat(collecting.printed()).contains("ended what an earlier run left: process ");
            if (complete > 0) {
                assertThat(told.waitFor(120, TimeUnit.SECONDS)).isTrue();
                assertBothAreMeasuredOnce(collecting.trials());
                return;
            }
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

    /** A phase of a trial, by what can be seen of it from outside. */
    private enum Phase {
        START,
        WARM_UP,
        MEASUREMENT,
        STOP
    }

    /** Starts the collector, kills it in a phase of a trial, and finds no line of that trial. */
    private static void killIn(Phase phase, Collecting collecting, List<ProcessHandle> orphans, List<Path> groups)
            throws Exception {
        List<JsonNode> before = measured(collecting);
        Process collector = collecting.start();
        Path series = collecting.out().resolve("work/trial/ycsb/series.csv");
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
            int seconds = Files.exists(series) ? Files.readAllLines(series).size() : 0;
            boolean node = !collecting.alive("CassandraDaemon").isEmpty();
            return !collector.isAlive()
                    || switch (phase) {
                        case START -> node && seconds == 0;
                        case WARM_UP -> node && seconds > 0;
                        case MEASUREMENT -> node && seconds > 4;
                        case STOP ->
                            seconds > 4 && collecting.alive("site.ycsb.Client").isEmpty();
                    };
        });
        List<ProcessHandle> left = collecting.alive();
        groups.addAll(collecting.groups());
        collector.destroyForcibly().waitFor();
        if (phase != Phase.STOP) {
            assertThat(left).as("processes of phase %s", phase).isNotEmpty();
        }
        orphans.addAll(left);
        assertThat(measured(collecting).size() - before.size())
                .as("trials that ended before the kill in phase %s", phase)
                .isBetween(0, phase == Phase.STOP ? 1 : 0);
    }

    private static List<JsonNode> measured(Collecting collecting) throws IOException {
        return collecting.trials().stream()
                .filter(trial -> trial.get("status").asText().equals("ok"))
                .toList();
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
