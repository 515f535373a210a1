package io.rafiki.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchHeadToHeadCommandTest {

    @TempDir
    Path folder;

    private final StringWriter err = new StringWriter();

    @Test
    void wrongInputIsRefusedBeforeANodeStarts() {
        assertThat(bench("--hours=0")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--hours: expected more than 0, found 0.0.");
        assertThat(bench("--tuners=random")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--tuners: expected rafiki among them, found [random]. Add it.");
        assertThat(bench("--workload=0.5", "--workload=1.5")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--workload: expected a file or a read ratio 0..1, found 1.5.");
        assertThat(bench("--space=narrow")).isEqualTo(2);
        assertThat(err.toString()).contains("live, wide").contains("narrow");
        assertThat(bench("--objective=p99")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--objective: expected a plan with open_loop_rate, found none in the plan");
        assertThat(bench("--max-p99=5000")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--max-p99: expected a plan with open_loop_rate, found none in the plan");
        assertThat(bench("--tuners=rafiki,irace", "--hours=1")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--hours: expected time for the 30 trials of ")
                .contains(" s that irace requires, found 1.0.");
        assertThat(folder).isEmptyDirectory();
    }

    private int bench(String... more) {
        err.getBuffer().setLength(0);
        List<String> arguments = new ArrayList<>(List.of(
                "head-to-head",
                "--catalogue=../conf/knobs/cassandra-5.0.yaml",
                "--plan=../conf/plans/sustained.yaml",
                "--out=" + folder));
        arguments.addAll(List.of(more));
        return Benchmarks.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }
}
