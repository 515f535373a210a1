package io.rafiki.benchmark.surrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.benchmark.Benchmarks;
import io.rafiki.benchmark.result.PairedComparison;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchTablesCommandTest {

    private static final int OPTIONS = 10;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void comparesBothPriorsOnEachTableAndSize() throws IOException {
        table("Apache_AllNumeric.csv", 192);
        table("other.csv", 60);
        assertThat(bench(folder.toString(), "--threads=1", "--train-sizes=18,24"))
                .as(err.toString())
                .isZero();
        String first = out.toString();
        assertThat(first)
                .containsPattern("(?m)^Apache_AllNumeric\\.csv +18 .*%.* 10\\.24 DeepPerf$")
                .containsPattern("(?m)^Apache_AllNumeric\\.csv +24 .* -$")
                .containsPattern("(?m)^other\\.csv +24 .* -$")
                .containsPattern("(?m)^tables: sizes=4 repeats=2 error=[-+]\\d+\\.\\d% better=\\d worse=\\d ");
        out.getBuffer().setLength(0);
        assertThat(bench(folder.toString(), "--threads=2", "--train-sizes=18,24"))
                .isZero();
        assertThat(out.toString()).isEqualTo(first);
    }

    @Test
    void tablesWithoutAPublishedErrorHaveUsualSizes() throws IOException {
        Path file = table("other.csv", 60);
        assertThat(bench(file.toString(), "--threads=2")).as(err.toString()).isZero();
        assertThat(out.toString()).containsPattern("(?m)^other\\.csv +18 ").contains("tables: sizes=1 ");
    }

    @Test
    void countsWhatIsSignificant() {
        PairedComparison lower = new PairedComparison(List.of(5.0, 6.0, 7.0, 8.0), List.of(4.0, 4.9, 5.5, 6.5));
        PairedComparison same = new PairedComparison(List.of(5.0, 6.0), List.of(5.0, 6.0));
        assertThat(new TableResult("table", 18, lower, Optional.empty()).p()).isLessThan(0.001);
        assertThat(new TableResult("table", 18, same, Optional.empty()).p()).isEqualTo(1);
    }

    @Test
    void refusesWhatCannotBeCompared() throws IOException {
        assertThat(bench(folder.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("expected CSV files with more rows than --train-sizes, found 0 files");
        Path file = table("other.csv", 60);
        assertThat(bench(file.toString(), "--train-sizes=60")).isEqualTo(2);
        assertThat(err.toString()).contains("found 1 files, and none with more.");
        assertThat(bench(file.toString(), "--train-sizes=9")).isEqualTo(2);
        assertThat(err.toString()).contains("--train-sizes: expected 10 or more, found [9].");
        assertThat(bench(folder.resolve("none.csv").toString())).isEqualTo(1);
        assertThat(err.toString()).contains("none.csv: expected a CSV file, found nothing.");
    }

    private int bench(String... more) {
        err.getBuffer().setLength(0);
        List<String> arguments = new ArrayList<>(List.of("tables", "--repeats=2", "--nets=4"));
        arguments.addAll(List.of(more));
        return Benchmarks.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }

    private Path table(String name, int rows) throws IOException {
        Random random = new Random(5);
        List<String> lines = new ArrayList<>();
        lines.add(IntStream.range(0, OPTIONS)
                        .mapToObj(option -> "option" + option)
                        .collect(Collectors.joining(",")) + ",PERF");
        for (int row = 0; row < rows; row++) {
            int[] options = random.ints(OPTIONS, 0, 2).toArray();
            double value = 100;
            for (int option = 0; option < OPTIONS; option++) {
                value += options[option] * (option - 3.5) * (1 + options[0]);
            }
            lines.add(IntStream.of(options).mapToObj(Integer::toString).collect(Collectors.joining(",")) + "," + value);
        }
        return Files.write(folder.resolve(name), lines);
    }
}
