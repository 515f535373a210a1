package io.rafiki.benchmark.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.benchmark.Benchmarks;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchRaceCommandTest {

    private static final String TRIALS = "--trials=../conf/campaigns/cassandra-5.0-2core/verification/trials.jsonl";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** A race never needs more time than all replicates, and the seed determines its result. */
    @Test
    void replaysTheShippedVerification() {
        assertThat(bench(TRIALS, "--seeds=3", "--repeats=4")).as(err.toString()).isZero();
        String first = out.toString();
        assertThat(first)
                .containsPattern(
                        "(?m)^race: seeds=3 time=\\d\\d% \\[\\d+, \\d+\\] of all, quality=[-+]\\d\\.\\d points")
                .containsPattern("(?m)^halving: seeds=3 time=");
        out.getBuffer().setLength(0);
        assertThat(bench(TRIALS, "--seeds=3", "--repeats=4")).isZero();
        assertThat(out.toString()).isEqualTo(first);
    }

    @Test
    void refusesWhatCannotBeReplayed() {
        assertThat(bench(TRIALS, "--repeats=15")).isEqualTo(2);
        assertThat(err.toString())
                .contains("expected at least two configurations with 15 trials at one workload, found none.");
        assertThat(bench(TRIALS, "--seeds=1")).isEqualTo(2);
        assertThat(err.toString()).contains("--seeds: expected 2 or more, found 1.");
        assertThat(bench("--trials=nowhere.jsonl")).isEqualTo(2);
        assertThat(err.toString()).contains("nowhere.jsonl: expected measured trials, found none.");
    }

    private int bench(String... more) {
        err.getBuffer().setLength(0);
        List<String> arguments = new ArrayList<>(List.of("race", "--catalogue=../conf/knobs/cassandra-5.0.yaml"));
        arguments.addAll(List.of(more));
        return Benchmarks.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }
}
