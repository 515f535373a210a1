package io.rafiki.benchmark.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.rafiki.benchmark.Benchmarks;
import io.rafiki.benchmark.result.ResultFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchRivalsCommandTest {

    private static final Path IRACE = Path.of("/usr/lib/R/site-library/irace/bin/irace");

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
        List<String> results = Files.readAllLines(folder.resolve("live").resolve("rivals.jsonl"));
        assertThat(results).hasSize(6);
        out.getBuffer().setLength(0);
        assertThat(bench("--tuners=rafiki,random,baseline", "--seeds=1", "--read-ratios=0.9", "--budget=30"))
                .isZero();
        assertThat(out.toString()).endsWith(comparison).doesNotContain("rafiki on");
        assertThat(Files.readAllLines(folder.resolve("live").resolve("rivals.jsonl")))
                .isEqualTo(results);
    }

    /** With machine time each trial takes as long as a recorded one. */
    @Test
    void comparesTunersByMachineTime() throws Exception {
        assertThat(bench(
                        "--tuners=rafiki,random", "--seeds=1", "--surfaces=forest", "--read-ratios=0.9", "--hours=0.7"))
                .as(err.toString())
                .isZero();
        assertMachineTime(0.7 * 3600, 0.9);
    }

    @Test
    void iraceKeepsItsMachineTime() throws Exception {
        assumeThat(IRACE).isExecutable();
        assertThat(bench(
                        "--tuners=rafiki,irace",
                        "--irace=" + IRACE,
                        "--seeds=1",
                        "--surfaces=forest",
                        "--read-ratios=0.9",
                        "--hours=1"))
                .as(err.toString())
                .isZero();
        assertMachineTime(3600, 0.7);
    }

    /** No trial begins after the machine time, and most of it is used. */
    private void assertMachineTime(double seconds, double least) throws Exception {
        List<RivalRun> runs = new ResultFile<>(folder.resolve("live").resolve("rivals.jsonl"), RivalRun.class).read();
        assertThat(runs).hasSize(2).allSatisfy(run -> {
            assertThat(run.regrets()).hasSameSizeAs(run.ends());
            assertThat(run.ends().get(run.ends().size() - 2)).isLessThan(seconds);
            assertThat(run.ends().get(run.ends().size() - 1)).isGreaterThan(least * seconds);
        });
    }

    @Test
    void refusesWhatItCannotCompare() {
        assertThat(bench("--tuners=random")).isEqualTo(2);
        assertThat(err.toString()).contains("--tuners: expected rafiki among them, found [random]. Add it.");
        assertThat(bench("--tuners=rafiki,bohb")).isEqualTo(2);
        assertThat(err.toString()).contains("found bohb.");
        assertThat(bench("--budget=10")).isEqualTo(2);
        assertThat(err.toString()).contains("--budget from 30");
        assertThat(bench("--tuners=rafiki,llamatune", "--dimensions=0")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--dimensions: expected 1 or more, found 0.");
        assertThat(bench("--hours=0.1")).isEqualTo(2);
        assertThat(err.toString()).contains("--hours for so many trials of 6");
    }

    /** More trials give other surfaces of the same seeds. */
    @Test
    void resultsOnOtherTrialsAreRefused() throws Exception {
        Path copy = Files.createDirectories(folder.resolve("live")).resolve("inputs.txt");
        Files.writeString(copy, "fewer trials");
        assertThat(bench("--tuners=rafiki,baseline")).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("rafiki: " + copy + ": expected the inputs of the first run, found changed ones.");
        assertThat(folder.resolve("live").resolve("rivals.jsonl")).doesNotExist();
    }

    /** Before the first trial. The Java that runs this test has no modules of Python. */
    @Test
    void saysWhichTunerIsMissing() {
        assertThat(bench("--tuners=rafiki,irace", "--irace=/nowhere/irace")).isEqualTo(2);
        assertThat(err.toString())
                .contains("--tuners: irace: expected the program /nowhere/irace, found none. Install it, ");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        assertThat(bench("--tuners=rafiki,smac", "--mlos-python=" + java)).isEqualTo(2);
        assertThat(err.toString()).contains("smac: expected the module mlos_core of " + java + ", found none.");
        assertThat(bench("--tuners=rafiki,optuna", "--optuna-python=" + java)).isEqualTo(2);
        assertThat(err.toString()).contains("optuna: expected the module optuna of " + java + ", found none.");
        assertThat(folder.resolve("live").resolve("rivals.jsonl")).doesNotExist();
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
