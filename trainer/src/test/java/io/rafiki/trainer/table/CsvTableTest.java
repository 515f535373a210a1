package io.rafiki.trainer.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.RealKnob;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTableTest {

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("table.csv");
    }

    @Test
    void makesKnobsOfColumnsByTheirContent() throws IOException {
        MeasuredTable table = read(
                "threads,ratio,mode,cached,perf",
                i -> (i + 1) + "," + 0.5 * i + "," + (i % 3 == 0 ? "lz4" : "zstd") + "," + (i % 2 == 0 ? "True" : "no")
                        + "," + 10 * i);
        assertThat(table.rows()).isEqualTo(24);
        assertThat(table.space().knobs())
                .containsExactly(
                        new IntegerKnob("threads", "", 1, 24, Map.of(), 1),
                        new RealKnob("ratio", "", 0, 11.5, 0),
                        new CategoricalKnob("mode", List.of("lz4", "zstd"), 0),
                        new IntegerKnob("cached", "", 0, 1, Map.of(), 0));
        assertThat(table.configuration(4)).hasToString("threads=5, ratio=2.0, mode=zstd, cached=1");
        assertThat(table.value(4)).isEqualTo(40);
        assertThat(table.treatments()).isEmpty();
    }

    @Test
    void readsWhatSpreadsheetsWrite() throws IOException {
        String rows = rows("\"knob; one\";x;target", i -> "\"" + i % 4 + "\"; 1," + i + " ;" + i + ",5");
        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            Files.write(file, ("\uFEFF" + rows.replace("\n", "\r\n") + "\r\n").getBytes(charset));
            MeasuredTable table = CsvTable.read(file, "target", Optional.empty());
            assertThat(names(table)).containsExactly("knob; one", "x");
            assertThat(table.value(7)).isEqualTo(7.5);
            assertThat(table.code(7, 1)).isEqualTo(1.7);
            assertThat(table.treatments()).containsExactly("commas are decimal points in x, target");
        }
        Files.writeString(file, rows("a\tb", i -> i + "\t" + (30 - i)));
        assertThat(CsvTable.read(file, "b", Optional.empty()).value(3)).isEqualTo(27);
    }

    @Test
    void saysWhichColumnsItLeavesOut() throws IOException {
        MeasuredTable table =
                read(",same,also,empty,name,knob,perf", i -> i + ",1,x,,run-" + i + "-of-today," + i % 5 + "," + i);
        assertThat(names(table)).containsExactly("knob");
        assertThat(table.treatments())
                .containsExactly(
                        "2 columns constant: left out: same, also",
                        "column #1 left out: counts the rows",
                        "column empty left out: blank",
                        "column name left out: names rather than choices, 24 different texts such as"
                                + " \"run-0-of-today\"");
    }

    @Test
    void leavesOutNumbersOfRowsInAnyOrder() throws IOException {
        MeasuredTable table = read("ID,knob,perf", i -> i * 7 % 24 + "," + i * 5 % 24 + "," + i);
        assertThat(names(table)).containsExactly("knob");
        assertThat(table.treatments()).containsExactly("column ID left out: counts the rows");
    }

    @Test
    void leavesOutRowsWithoutTheirNumbersAndSaysSo() throws IOException {
        MeasuredTable table = read("a,b,perf", i -> switch (i) {
            case 3 -> ",1,3";
            case 5 -> "NaN,0,5";
            case 8 -> "8,1,";
            case 9 -> "9,0,1e999";
            default -> i + "," + i % 2 + "," + i;
        });
        assertThat(table.rows()).isEqualTo(20);
        assertThat(IntStream.range(0, 20).mapToDouble(table::value)).doesNotContain(3.0, 5.0, 8.0, 9.0);
        assertThat(table.treatments())
                .containsExactly(
                        "2 rows left out: no number in column a, first in line 5",
                        "2 rows left out: no number in column perf, first in line 10");
    }

    @Test
    void knowsTheUsualMarksOfMissingNumbers() throws IOException {
        MeasuredTable table = read(
                "a,b,perf",
                i -> (i % 6 == 5 ? List.of("?", "NA", "n/a", "NaN").get(i / 6) : i) + "," + i % 2 + "," + i);
        assertThat(table.space().knob(0)).isInstanceOf(IntegerKnob.class);
        assertThat(table.treatments()).containsExactly("4 rows left out: no number in column a, first in line 7");
    }

    @Test
    void knowsThousands() throws IOException {
        MeasuredTable table = read("a,perf", i -> i + ",\"1,0" + (10 + i) + ".5\"");
        assertThat(table.value(3)).isEqualTo(1013.5);
        assertThat(table.treatments()).containsExactly("commas separate thousands in perf");
    }

    @Test
    void takesABlankCellOfAChoiceForAChoice() throws IOException {
        MeasuredTable table = read("mode,perf", i -> (i % 3 == 0 ? "" : i % 3 == 1 ? "fast" : "slow") + "," + i);
        Knob mode = table.space().knob(0);
        assertThat(mode).isEqualTo(new CategoricalKnob("mode", List.of("(blank)", "fast", "slow"), 0));
        assertThat(table.treatments()).containsExactly("column mode: 8 blank cells are a choice of their own");
    }

    @Test
    void groupsByConfigurationAndByWorkload() throws IOException {
        Files.writeString(file, rows("load,knob,perf", i -> "abc".charAt(i % 3) + "," + i % 4 + "," + i));
        MeasuredTable table = CsvTable.read(file, "perf", Optional.of("load"));
        assertThat(table.configurations().size()).isEqualTo(4);
        assertThat(table.workloads().size()).isEqualTo(3);
        assertThat(table.points().size()).isEqualTo(12);
        assertThat(table.configurations().of(5))
                .isEqualTo(table.configurations().of(9));
        assertThat(table.workloads().of(5)).isNotEqualTo(table.workloads().of(9));
        assertThat(table.workloads().rule()).isEqualTo("3 values of load");
    }

    @Test
    void groupsManyNumbersOfAWorkloadInBands() throws IOException {
        Files.writeString(file, rows("load,knob,perf", i -> 0.37 * i + "," + i % 4 + "," + i));
        Grouping workloads = CsvTable.read(file, "perf", Optional.of("load")).workloads();
        assertThat(workloads.size()).isEqualTo(10);
        assertThat(workloads.rule()).isEqualTo("10 bands of load, each 0.8510 wide");
        assertThat(workloads.of(0)).isEqualTo(workloads.of(1)).isNotEqualTo(workloads.of(23));
    }

    @Test
    void takesFiveHundredColumns() throws IOException {
        String header = IntStream.range(0, 500).mapToObj(c -> "k" + c).collect(Collectors.joining(",", "", ",perf"));
        MeasuredTable table = read(header, i -> IntStream.range(0, 500)
                .mapToObj(c -> "" + (i + c) % 7)
                .collect(Collectors.joining(",", "", "," + i)));
        assertThat(table.space().size()).isEqualTo(500);
        assertThat(table.code(3, 499)).isEqualTo(5);
    }

    @Test
    void refusesWhatIsNoTable() throws IOException {
        refused("expected a CSV file, found nothing.");
        file = folder;
        refused("expected a CSV file, found a folder.");
        file = folder.resolve("other");
        Files.writeString(file, " \n\n");
        refused("expected a CSV file, found an empty one.");
        Files.write(file, new byte[] {'a', ',', 0, 1, 2});
        refused("expected a CSV file, found binary data.");
        Files.write(file, new byte[] {'P', 'K', 3, 4, 9, 9});
        refused("found a zip archive or a spreadsheet. Save it as CSV.");
        Files.write(file, new byte[] {0x1F, (byte) 0x8B, 8});
        refused("found compressed data. Unpack it first.");
        Files.writeString(file, "<!doctype html>\n<html>");
        refused("found HTML or XML.");
        Files.writeString(file, "{\"id\":1}\n");
        refused("found JSON. Trials are given by --trials.");
        Files.writeString(file, "word\n1\n2\n");
        refused(":1: expected columns separated by comma, semicolon or tab, found one column.");
        Files.writeString(file, "1,2,3\n4,5,6\n");
        refused(":1: expected a header with the columns' names, found numbers (1, 2, 3).");
        Files.writeString(file, "a,perf,a\n1,2,3\n");
        refused(":1: expected columns with different names, found \"a\" as column 1 and as column 3.");
        Files.writeString(file, "a,perf\n1,2\n1\n");
        refused(":3: expected 2 cells, as many as the header has, found 1.");
        Files.writeString(file, "a,perf\n1,2\n\"x\ny\",3\n1,2,3\n");
        refused(":5: expected 2 cells, as many as the header has, found 3.");
        Files.writeString(file, "a,perf\n1,2\n\"open,3\n");
        refused("expected cells as CSV has them");
    }

    @Test
    void refusesWhatTeachesNothing() throws IOException {
        Files.writeString(file, "a,perf\n1,2\n3,4\n");
        refused("expected at least 20 rows, found 2. Measure more.");
        Files.writeString(file, rows("a,perf", i -> i + ",7"));
        refused("--target: expected values that differ in column perf, found 7.0 in all rows.");
        Files.writeString(file, rows("a,perf", i -> i + (i % 2 == 0 ? ",fast" : ",3")));
        refused("--target: expected numbers in column perf, found others in 12 of 24 rows (line 2: \"fast\").");
        Files.writeString(file, rows("a,perf", i -> "5," + i));
        refused(
                "expected a column beside the target that differs between rows, found none: 1 column constant: left out: a.");
        Files.writeString(file, rows("through_put,b", i -> i + ",2"));
        assertThatThrownBy(() -> CsvTable.read(file, "throughput", Optional.empty()))
                .hasMessageEndingWith(
                        "--target: expected a column of the table, found throughput. Did you mean through_put?");
        assertThatThrownBy(() -> CsvTable.read(file, "zzz", Optional.empty()))
                .hasMessageEndingWith("--target: expected a column of the table, found zzz. It has through_put, b.");
        assertThatThrownBy(() -> CsvTable.read(file, "through_put", Optional.of("b")))
                .hasMessageEndingWith(
                        "--workload: expected a column that tells workloads apart, found b left out: constant."
                                + " Name another, or none.");
        assertThatThrownBy(() -> CsvTable.read(file, "b", Optional.of("b")))
                .hasMessageEndingWith("--workload: expected another column than the target, found b in both.");
    }

    private void refused(String message) {
        assertThatThrownBy(() -> CsvTable.read(file, "perf", Optional.empty()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(message)
                .satisfies(refusal -> assertThat(refusal.getMessage()).hasLineCount(1));
    }

    private MeasuredTable read(String header, IntFunction<String> row) throws IOException {
        Files.writeString(file, rows(header, row));
        return CsvTable.read(file, "perf", Optional.empty());
    }

    private static List<String> names(MeasuredTable table) {
        return table.space().knobs().stream().map(Knob::name).toList();
    }

    private static String rows(String header, IntFunction<String> row) {
        return IntStream.range(0, 24).mapToObj(row).collect(Collectors.joining("\n", header + "\n", "\n"));
    }
}
