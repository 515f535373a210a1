package io.rafiki.benchmark.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.benchmark.Benchmarks;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchStepCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void evaluatesEarlierResultsWithoutANode() throws Exception {
        StepResult result = StepResult.of(new StepCase(-8, -7, 0.9), StepSeries.withABurst());
        Files.writeString(folder.resolve("steps.jsonl"), new JsonMapper().writeValueAsString(result) + "\n");

        assertThat(bench("--cases=0", "--out=" + folder)).as(err.toString()).isZero();

        assertThat(out.toString().strip())
                .isEqualTo("step: read_ratio=0.9 towards=tiered width=1 cases=1 megabytes=+100.0 [100.0, 100.0]"
                        + " seconds=+10.0 [10.0, 10.0] loss_percent=+20.0 [20.0, 20.0] not_over=0 not_over_without=0");
    }

    @Test
    void refusesAWidthThatTheScaleDoesNotHave() {
        for (int wrong : new int[] {0, 17}) {
            err.getBuffer().setLength(0);
            assertThat(bench("--width=" + wrong, "--out=" + folder)).isEqualTo(2);
            assertThat(err.toString()).startsWith("--width: expected 1..16, found " + wrong + ".");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesANegativeNumberOfCases() {
        assertThat(bench("--cases=-1", "--out=" + folder)).isEqualTo(2);
        assertThat(err.toString()).startsWith("--cases: expected 0 or more, found -1.");
    }

    private int bench(String... more) {
        String[] arguments = new String[more.length + 1];
        arguments[0] = "step";
        System.arraycopy(more, 0, arguments, 1, more.length);
        return Benchmarks.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
