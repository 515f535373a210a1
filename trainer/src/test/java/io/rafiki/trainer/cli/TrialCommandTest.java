package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wrong input of {@code rafiki trial}: one line, exit code 2, and no folder. */
class TrialCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aWorkloadIsAFileOrARatio() throws IOException {
        assertRefused("--workload: expected a file or a read ratio 0..1, found 1.5.", "--workload=1.5");
        assertRefused("--workload: expected a file or a read ratio 0..1, found nowhere.", "--workload=nowhere");
        assertRefused("--workload: expected KEY=VALUE with a key of [", "--workload=reads=0.5");
        assertRefused("--workload: expected read_ratio, found scan_share=0.5.", "--workload=scan_share=0.5");
        assertRefused("--workload: expected a number as scan share, found x.", "--workload=read_ratio=1,scan_share=x");
        assertRefused("--workload: expected a read ratio from 0.0 to 1.0, found 2.0", "--workload=read_ratio=2");
        Path file = Files.writeString(folder.resolve("w"), "readproportion=0.5\ncore_workload=yes\n");
        assertRefused(
                "--workload: " + file + ": core_workload: expected a property that trials support, found another.",
                "--workload=" + file);
    }

    /** A trial on Spark has its plan and its workload as options. */
    @Test
    void aWorkloadIsThatOfThePlansProperties() throws IOException {
        Path plan = Files.writeString(
                folder.resolve("ycsb.yaml"),
                Files.readString(Path.of("../conf/plans/protocol.yaml"))
                        .replaceAll("(?s)configurations:.*", "")
                        .replace("read_ratios: [0.1, 0.5, 0.9]", "read_ratios: [0.5]")
                        .replace("distribution: uniform", "properties: {readproportion: 0.5, updateproportion: 0.5}"));
        assertRefused(
                "--workload: expected read_ratio=0.5, as the client.properties of " + plan + " state, found"
                        + " read_ratio=0.9.",
                "--workload=0.9",
                "--plan=" + plan);
    }

    @Test
    void aConfigurationNamesKnobsOfThePlan() throws IOException {
        assertRefused("--config: expected KNOB=VALUE or a file, found nowhere.", "--workload=0.5", "--config=nowhere");
        assertRefused(
                "--config: expected a knob of the plan, one of compaction, ",
                "--workload=0.5",
                "--config=key_cache_size=2");
        assertRefused(
                "--config: concurrent_reads: expected a whole number 8..128, found 7. Correct it.",
                "--workload=0.5",
                "--config=concurrent_reads=7");
        Path file = Files.writeString(folder.resolve("c.yaml"), "compaction: Levelled\n");
        assertRefused("--config: compaction: expected ", "--workload=0.5", "--config=" + file);
    }

    @Test
    void aConfigurationSatisfiesTheConstraints() throws IOException {
        Path tight = Files.writeString(
                folder.resolve("tight.yaml"),
                Files.readString(Path.of("../conf/plans/sustained.yaml")).replace("memory: 1000MiB", "memory: 800MiB"));
        assertRefused(
                "--config: expected a configuration that satisfies the constraint heap + file_cache_size + 320 <= memory",
                "--workload=0.5",
                "--config=file_cache_size=81",
                "--plan=" + tight);
    }

    @Test
    void lengthAndSeedHaveRanges() {
        assertRefused("--minutes: expected at least 0.5, found 0.1.", "--workload=0.5", "--minutes=0.1");
        assertRefused(
                "--minutes: expected a plan with protocol: sustained, found ../conf/plans/small.yaml",
                "--workload=0.5",
                "--minutes=20",
                "--plan=../conf/plans/small.yaml");
        assertRefused("--seed: expected 0 to 2147483647, found -1. Correct it.", "--workload=0.5", "--seed=-1");
        assertRefused("--repeat: expected 0 to 2147483647, found -1.", "--workload=0.5", "--repeat=-1");
    }

    @Test
    void redisHasItsOwnKnobs() {
        List<String> redis = List.of("trial", "--datastore=redis", "--workload=0.5", "--out=" + folder.resolve("out"));
        assertFailed(
                "rafiki: ../conf/knobs/cassandra-5.0.yaml: expected the knobs of Redis, found those of Cassandra 5.0.",
                redis,
                "--catalogue=../conf/knobs/cassandra-5.0.yaml",
                "--plan=../conf/plans/redis.yaml");
    }

    private void assertFailed(String line, List<String> common, String... arguments) {
        err.getBuffer().setLength(0);
        List<String> all = new ArrayList<>(common);
        all.addAll(List.of(arguments));
        int code = Rafiki.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
        assertThat(err.toString()).startsWith(line);
        assertThat(code).isEqualTo(1);
        assertThat(folder.resolve("out")).doesNotExist();
    }

    private void assertRefused(String line, String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> all = new ArrayList<>(
                List.of("trial", "--catalogue=../conf/knobs/cassandra-5.0.yaml", "--out=" + folder.resolve("out")));
        all.addAll(List.of(arguments));
        if (all.stream().noneMatch(each -> each.startsWith("--plan"))) {
            all.add("--plan=../conf/plans/sustained.yaml");
        }
        int code = Rafiki.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
        assertThat(err.toString()).startsWith(line);
        assertThat(code).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
