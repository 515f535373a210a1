package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What happens to a campaign when its processes die or hang under it, a configuration is none, or the disk is too small.
 *
 * <p>It comes first, so that a quick node loads the rows that tests share.
 */
@Order(1)
class BadConditionsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String NODE = "CassandraDaemon";
    private static final String CLIENT = "site.ycsb.Client";

    @TempDir
    Path folder;

    /** Whatever happens to a trial is a line with its log, and a finding; the next run measures it again. */
    @Test
    void aNodeThatDiesHangsOrDoesNotStartAndAClientThatDiesAreFailedTrials() throws Exception {
        Path catalogue = catalogueWithSegmentsBeyondReason();
        String plan = Collecting.plan("read_ratios: [0.1, 0.9]", "read_ratios: [0.1, 0.5, 0.9]")
                        .replace("  concurrent_reads:", "  commitlog_segment_size:")
                + "configurations:\n  - {read_ratios: [0.3], values: {commitlog_segment_size: 4096}}\n";
        try (Collecting collecting = new Collecting(
                folder,
                plan,
                QuickStart.onQuickNodes(TrainerProcess.onSharedData("--catalogue", catalogue.toString())))) {
            Process first = collecting.start();
            kill(collecting, NODE);
            kill(collecting, CLIENT);
            signal("STOP", loaded(collecting, NODE));
            assertThat(first.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(first.exitValue()).as(collecting.printed()).isZero();

            List<JsonNode> lines = collecting.trials();
            assertThat(lines).hasSize(4);
            assertThat(lines.stream().map(line -> line.get("status").asText()))
                    .as(collecting.printed())
                    .allMatch(status -> status.equals("failed") || status.equals("timeout"));
            assertThat(lines.stream().map(line -> line.get("cause").asText()))
                    .as(collecting.printed())
                    .anyMatch(cause -> cause.startsWith("node: ended with 137: "))
                    .anyMatch(cause -> cause.startsWith("YCSB: ended with 137: "))
                    .anyMatch(cause ->
                            cause.startsWith("YCSB: expected ") || cause.startsWith("node: expected operations "))
                    .anyMatch(
                            cause -> cause.startsWith("node: ended with ") && cause.contains("commitlog_segment_size"));
            for (JsonNode line : lines) {
                assertThat(line.has("throughput")).isFalse();
                assertThat(collecting.out().resolve(line.get("log").asText())).isNotEmptyFile();
            }
            assertThat(collecting.alive()).isEmpty();

            Process second = collecting.start();
            await().atMost(PATIENCE).until(() -> collecting.trials().size() > 4);
            second.destroy();
            assertThat(second.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            JsonNode again = collecting.trials().get(4);
            assertThat(again.get("status").asText()).as(collecting.printed()).isEqualTo("ok");
            assertThat(again.get("id"))
                    .isIn(lines.stream().map(line -> line.get("id")).toList());
            assertThat(collecting.out().resolve("work/trial")).doesNotExist();
        }
    }

    @Test
    void reportsASmallDiskBeforeLoading() throws Exception {
        String plan = Collecting.plan("records: 20000", "records: 2000000000");
        try (Collecting collecting = new Collecting(folder, plan)) {
            assertThat(collecting.run()).isEqualTo(1);
            assertThat(collecting.printed().lines().toList())
                    .last()
                    .asString()
                    // three times 2,000,000,000 rows of 1000 B and a tenth of that overwritten, and 2 GiB
                    .startsWith("rafiki: stopped: expected 6296298 MiB free on the disk of " + folder)
                    .endsWith(" MiB. Make room. Continue with: " + collecting.command());
            assertThat(collecting.trials()).isEmpty();
            assertThat(collecting.out().resolve("data/building")).doesNotExist();
        }
    }

    /** Kills the process of the trial that is being measured, and waits for the trial's line. */
    private static void kill(Collecting collecting, String word) throws IOException {
        int before = collecting.trials().size();
        signal("KILL", loaded(collecting, word));
        await().atMost(PATIENCE).until(() -> collecting.trials().size() > before);
    }

    /** The process of the trial whose load has begun to be counted. */
    private static ProcessHandle loaded(Collecting collecting, String word) {
        Path series = collecting.out().resolve("work/trial/ycsb/series.csv");
        await().atMost(PATIENCE)
                .until(() -> Files.exists(series)
                        && Files.readAllLines(series).size() > 2
                        && !collecting.alive(word).isEmpty());
        try {
            return collecting.alive(word).get(0);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static void signal(String name, ProcessHandle process) throws IOException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    }

    /** Cassandra refuses segments of 2048 MiB and more. */
    private Path catalogueWithSegmentsBeyondReason() throws IOException {
        String shipped = Files.readString(Distribution.file("conf/knobs/cassandra-5.0.yaml"));
        String own = shipped.replaceFirst("(commitlog_segment_size:(?s:.*?)max:) 64", "$1 4096");
        assertThat(own).isNotEqualTo(shipped);
        return Files.writeString(folder.resolve("knobs.yaml"), own);
    }
}
