package io.rafiki.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchRivalsCommandTest {

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** A second call repeats no run and prints the same comparison. */
    @Test
    void comparesTunersOnTheSameSurfacesAndContinues() throws Exception {
        assertThat(bench("--tuners=rafiki,random,baseline", "--seeds=1", "--read-ratios=0.9", "--budget=30"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .containsPattern("(?m)^2 surfaces of 2\\d\\d trials\\. Replicates differ by \\d\\.\\d %\\.$")
                .containsPattern("(?m)^rafiki on forest 1 at 0\\.90 reads: regret \\d+\\.\\d % after 30 trials")
                .containsPattern("(?m)^rafiki against random: .*, regret [-+]\\d+\\.\\d\\d points \\(median\\), p=")
                .containsPattern("(?m)^rafiki against baseline: ");
        String comparison = out.toString().substring(out.toString().indexOf("tuner "));
        List<String> results = Files.readAllLines(folder.resolve("rivals.jsonl"));
        assertThat(results).hasSize(6);
        out.getBuffer().setLength(0);
        assertThat(bench("--tuners=rafiki,random,baseline", "--seeds=1", "--read-ratios=0.9", "--budget=30"))
                .isZero();
        assertThat(out.toString()).endsWith(comparison).doesNotContain("rafiki on");
        assertThat(Files.readAllLines(folder.resolve("rivals.jsonl"))).isEqualTo(results);
    }

    @Test
    void refusesWhatItCannotCompare() {
        assertThat(bench("--tuners=random")).isEqualTo(2);
        assertThat(err.toString()).contains("--tuners: expected rafiki among them, found [random]. Add it.");
        assertThat(bench("--tuners=rafiki,bohb")).isEqualTo(2);
        assertThat(err.toString()).contains("found bohb.");
        assertThat(bench("--budget=10")).isEqualTo(2);
        assertThat(err.toString()).contains("--budget from 30");
    }

    @Test
    void saysWhichTunerIsMissing() {
        assertThat(bench("--tuners=irace,rafiki", "--seeds=1", "--surfaces=forest", "--irace=/nowhere/irace"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("/nowhere/irace");
    }

    private int bench(String... more) {
        err.getBuffer().setLength(0);
        List<String> arguments = new ArrayList<>(List.of(
                "rivals",
                "--catalogue=../conf/knobs/cassandra-5.0.yaml",
                "--campaign=../conf/campaigns/cassandra-5.0-2core",
                "--out=" + folder));
        arguments.addAll(List.of(more));
        return Benchmarks.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }
}
