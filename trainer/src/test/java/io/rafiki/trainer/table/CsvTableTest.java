package io.rafiki.trainer.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.RealKnob;
import java.io.IOException;
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
    void theCellsOfAColumnDeclareItsType() throws IOException {
        MeasuredTable table = read(
                "threads,ratio,mode,perf",
                i -> (i + 1) + "," + 0.5 * i + "," + (i % 3 == 0 ? "lz4" : "zstd") + "," + 10 * i);
        assertThat(table.rows()).isEqualTo(24);
        assertThat(table.space().knobs())
                .containsExactly(
                        new IntegerKnob("threads", "", 1, 24, Map.of(), 1),
                        new RealKnob("ratio", "", 0, 11.5, 0),
                        new CategoricalKnob("mode", List.of("lz4", "zstd"), 0));
        assertThat(table.configuration(4)).hasToString("threads=5, ratio=2.0, mode=zstd");
        assertThat(table.value(4)).isEqualTo(40);
        assertThat(table.treatments()).isEmpty();
    }

    @Test
    void theLastColumnIsTheTargetUnlessNamed() throws IOException {
        Files.writeString(file, rows("threads,perf", i -> (i + 1) + "," + 10 * i));
        MeasuredTable table = CsvTable.read(file);
        assertThat(table.target()).isEqualTo("perf");
        assertThat(names(table)).containsExactly("threads");
    }

    @Test
    void readsQuotesBlanksAndAnyLineEnd() throws IOException {
        String rows = rows("\"knob, one\", x ,perf", i -> "\"" + i % 4 + "\", 1." + i + " ,-" + i + "e-1");
        Files.writeString(file, "\uFEFF" + rows.replace("\n", "\r\n") + "\r\n\r\n");
        MeasuredTable table = CsvTable.read(file, "perf", Optional.empty());
        assertThat(names(table)).containsExactly("knob, one", "x");
        assertThat(table.value(7)).isEqualTo(-0.7);
        assertThat(table.code(7, 1)).isEqualTo(1.7);
    }

    @Test
    void leavesOutConstantColumnsAndReportsThem() throws IOException {
        MeasuredTable table = read("same,also,empty,knob,perf", i -> "1,x,," + i % 5 + "," + i);
        assertThat(names(table)).containsExactly("knob");
        assertThat(table.treatments()).containsExactly("3 columns constant: left out: same, also, empty");
    }

    @Test
    void leavesOutRowsWithMissingValuesAndReportsThem() throws IOException {
        MeasuredTable table = read("a,b,perf", i -> switch (i) {
            case 3 -> ",on,3";
            case 5 -> "5,,5";
            case 6 -> ",off,6";
            case 8 -> "8,on,";
            default -> i + "," + (i % 2 == 0 ? "on" : "off") + "," + i;
        });
        assertThat(table.rows()).isEqualTo(20);
        assertThat(IntStream.range(0, 20).mapToDouble(table::value)).doesNotContain(3.0, 5.0, 6.0, 8.0);
        assertThat(table.treatments())
                .containsExactly(
                        "2 rows left out: no value in column a, first in line 5",
                        "1 row left out: no value in column b, first in line 7",
                        "1 row left out: no value in column perf, first in line 10");
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
        RowGroups workloads = CsvTable.read(file, "perf", Optional.of("load")).workloads();
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
    void refusesUntidyTables() throws IOException {
        refused("expected a CSV file, found nothing.");
        file = folder;
        refused("expected a CSV file, found a folder.");
        file = folder.resolve("other");
        Files.writeString(file, " \n\n");
        refused("expected a header");
        Files.writeString(file, "");
        refused("expected a header and rows of measurements, found nothing.");
        Files.write(file, new byte[] {0x1F, (byte) 0x8B, 8});
        refused("expected UTF-8 text, found other bytes.");
        Files.write(file, rows("a,perf", i -> "caf\u00e9" + i % 3 + "," + i).getBytes(StandardCharsets.ISO_8859_1));
        refused("expected UTF-8 text, found other bytes. Save the table as CSV in UTF-8.");
        Files.writeString(file, rows("a;perf", i -> i + ";" + i));
        refused(":1: expected a header of at least two columns separated by commas, found one column.");
        Files.writeString(file, "1,2,3\n4,5,6\n");
        refused(":1: expected a header with the names of the columns, found numbers (1, 2, 3).");
        Files.writeString(file, "a,perf,a\n1,2,3\n");
        refused(":1: expected columns with different names, found \"a\" as column 1 and as column 3.");
        Files.writeString(file, ",a,perf\n1,2,3\n");
        refused(":1: expected a name for column 1, found none.");
        Files.writeString(file, "a,perf\n1,2\n1\n");
        refused(":3: expected 2 cells, as many as the header has, found 1.");
        Files.writeString(file, "a,perf\n1,2\n\"x\ny\",3\n1,2,3\n");
        refused(":5: expected 2 cells, as many as the header has, found 3.");
        Files.writeString(file, "a,perf\n1,2\n\"open,3\n");
        refused("expected cells as CSV has them");
    }

    @Test
    void refusesAColumnWithoutOneType() throws IOException {
        Files.writeString(file, rows("a,perf", i -> (i == 7 ? "NA" : i) + "," + i));
        refused(":9: column a: expected numbers, found \"NA\". Leave missing values blank.");
        Files.writeString(file, rows("a,perf", i -> (i == 7 ? "1e999" : i) + "," + i));
        refused(":9: column a: expected numbers, found \"1e999\".");
        Files.writeString(file, rows("a,perf", i -> (i == 7 ? "64MiB" : i) + "," + i));
        refused(":9: column a: expected numbers, found \"64MiB\".");
        Files.writeString(file, rows("a,perf", i -> "run-" + i + "," + i));
        refused(":2: column a: expected numbers or at most 100 choices, found a different text in most rows,"
                + " such as \"run-0\". Remove the column.");
    }

    @Test
    void refusesWhatTeachesNothing() throws IOException {
        Files.writeString(file, "a,perf\n1,2\n3,4\n");
        refused("expected at least 20 rows, found 2. Measure more.");
        Files.writeString(file, rows("a,perf", i -> i + ",7"));
        refused("--target: expected different values in column perf, found one value in all rows.");
        Files.writeString(file, rows("a,perf", i -> i + (i % 2 == 0 ? ",fast" : ",3")));
        refused(":2: --target: column perf: expected numbers, found \"fast\".");
        Files.writeString(file, rows("a,perf", i -> "5," + i));
        refused("expected a column next to the target that differs between rows, found none: 1 column constant:"
                + " left out: a.");
        Files.writeString(file, rows("a,perf", i -> i + (i < 5 ? "," : "," + i)));
        refused("expected at least 20 rows with all their values and different targets, found 19:"
                + " 5 rows left out: no value in column perf, first in line 2.");
        Files.writeString(file, rows("through_put,b", i -> i + ",2"));
        assertThatThrownBy(() -> CsvTable.read(file, "throughput", Optional.empty()))
                .hasMessageEndingWith(
                        "--target: expected a column of the table, found throughput. Did you mean through_put?");
        assertThatThrownBy(() -> CsvTable.read(file, "zzz", Optional.empty()))
                .hasMessageEndingWith("--target: expected a column of the table, found zzz. It has through_put, b.");
        assertThatThrownBy(() -> CsvTable.read(file, "through_put", Optional.of("b")))
                .hasMessageEndingWith("--workload: expected a column with different workloads, found one value in all"
                        + " rows of b. Name another column, or none.");
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
