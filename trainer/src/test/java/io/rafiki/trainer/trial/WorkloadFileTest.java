package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.trainer.ycsb.DataSetSpec;
import io.rafiki.workload.WorkloadFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Property files of YCSB: its core workloads, and what a trial refuses. */
class WorkloadFileTest {

    private static final DataSetSpec DATA = new DataSetSpec(200_000, 1, 1000, 1);

    /** The head of YCSB's core workloads. */
    private static final String CORE =
            """
            # Yahoo! Cloud System Benchmark
            recordcount=1000
            operationcount=1000
            workload=site.ycsb.workloads.CoreWorkload
            readallfields=true
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            A | readproportion=0.5,updateproportion=0.5,scanproportion=0,insertproportion=0,requestdistribution=zipfian  | 0.5    | 0
            B | readproportion=0.95,updateproportion=0.05,scanproportion=0,insertproportion=0,requestdistribution=zipfian | 0.95  | 0
            C | readproportion=1,updateproportion=0,scanproportion=0,insertproportion=0,requestdistribution=zipfian      | 1      | 0
            D | readproportion=0.95,updateproportion=0,scanproportion=0,insertproportion=0.05,requestdistribution=latest | 0.95   | 0
            E | readproportion=0,updateproportion=0,scanproportion=0.95,insertproportion=0.05,requestdistribution=zipfian,maxscanlength=100,scanlengthdistribution=uniform | 0.95 | 1
            F | readproportion=0.5,updateproportion=0,scanproportion=0,insertproportion=0,readmodifywriteproportion=0.5,requestdistribution=zipfian | 0.6667 | 0
            """)
    void readsTheCoreWorkloads(String name, String lines, double readRatio, double scanShare) throws IOException {
        WorkloadFile file = read(CORE + lines.replace(',', '\n'));
        assertThat(file.workload().readRatio()).as(name).isCloseTo(readRatio, within(1e-4));
        assertThat(file.workload().features().contains(WorkloadFeature.SCAN_SHARE))
                .isEqualTo(scanShare > 0);
        assertThat(file.data()).isEqualTo(new DataSetSpec(1000, 1, 1000, 1));
        assertThat(file.properties()).containsKey("requestdistribution").doesNotContainKey("operationcount");
    }

    @Test
    void readsTheShippedFilesAndFillsInYcsbsDefaults() throws IOException {
        WorkloadFile shipped = WorkloadFile.read(Path.of("../conf/workloads/metagenomics.properties"), DATA);
        assertThat(shipped.workload().readRatio()).isCloseTo(0.9, within(1e-9));
        assertThat(shipped.properties()).containsEntry("rafiki.reuse.mean", "500000");
        assertThat(shipped.data().records()).isEqualTo(1_000_000);

        WorkloadFile core = WorkloadFile.read(Path.of("../conf/workloads/ycsb-a.properties"), DATA);
        assertThat(core.workload().readRatio()).isEqualTo(0.5);
        assertThat(core.data()).isEqualTo(DATA);

        WorkloadFile empty = read("threadcount=7\n");
        assertThat(empty.workload().readRatio()).isCloseTo(0.95, within(1e-9));
        assertThat(empty.threads()).contains(7);
        assertThat(empty.data()).isEqualTo(DATA);
    }

    /** Files of properties are in Latin-1. */
    @Test
    void readsACommentWithAnUmlaut() throws IOException {
        Path file = Files.writeString(
                folder.resolve("umlaut.properties"), "# f\u00fcr\nthreadcount=7\n", StandardCharsets.ISO_8859_1);
        assertThat(WorkloadFile.read(file, DATA).threads()).contains(7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            readproportion=2            | readproportion: expected a number 0..1, found 2. Correct it.
            readproportion=many         | readproportion: expected a number 0..1, found many. Correct it.
            requestdistribution=zipfan  | requestdistribution: expected one of uniform, zipfian, latest, hotspot, exponential, sequential, found zipfan. Correct it.
            rafiki.reuse.mean=half      | rafiki.reuse.mean: expected a whole number from 1 to 1000, found half. Correct it.
            rafiki.reuse.mean=1001      | rafiki.reuse.mean: expected a whole number from 1 to 1000, found 1001. Correct it.
            rafiki.reuse.fresh=2        | rafiki.reuse.fresh: expected a number 0..1, found 2. Correct it.
            minscanlength=0             | minscanlength: expected a whole number from 1 to 999999999, found 0. Correct it.
            maxscanlength=many          | maxscanlength: expected a whole number from 1 to 999999999, found many. Correct it.
            recordcount=0               | recordcount: expected a whole number from 1 to 999999999, found 0. Correct it.
            fieldlength=1e3             | fieldlength: expected a whole number from 1 to 999999999, found 1e3. Correct it.
            scanlengthdistribution=latest | scanlengthdistribution: expected one of uniform, zipfian, found latest. Correct it.
            readallfields=yes           | readallfields: expected one of true, false, found yes. Correct it.
            hotspotopnfraction=80       | hotspotopnfraction: expected a number 0..1, found 80. Correct it.
            exponential.percentile=101  | exponential.percentile: expected a number 0..100, found 101. Correct it.
            insertorder=ordered         | insertorder: expected hashed, found ordered. Correct it.
            dataintegrity=true          | dataintegrity: expected false, found true. Correct it.
            workload=site.ycsb.workloads.TimeSeriesWorkload | workload: expected one of site.ycsb.workloads.CoreWorkload, com.yahoo.ycsb.workloads.CoreWorkload, io.rafiki.ycsb.MetagenomicsWorkload, found site.ycsb.workloads.TimeSeriesWorkload. Correct it.
            readpropotion=0.5           | readpropotion: expected a property that trials support, found another. Remove it; docs/trials.md lists them.
            """)
    void refusesAPropertyInOneLine(String line, String message) {
        assertThatThrownBy(() -> read(CORE + line + "\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(folder.resolve("w") + ": " + message);
    }

    @Test
    void refusesMoreRowsThanTheClientSupports() {
        assertThatThrownBy(() -> read("recordcount=32000001\nrafiki.reuse.mean=50\n"))
                .hasMessageEndingWith("rafiki.reuse.mean: expected at most 32000000 records, because the client has"
                        + " their keys in memory, found 32000001. Correct it.");
        DataSetSpec updated = new DataSetSpec(1000, 1, 1000, 10);
        assertThatThrownBy(() -> WorkloadFile.of(Map.of("recordcount", "300000000"), updated))
                .hasMessage("recordcount: expected a whole number from 1 to 214748364, found 300000000. Correct it.");
    }

    /** Without a greatest length, a trial with range reads has 1 to 100 rows. */
    @Test
    void refusesScanLengthsThatCannotBeDrawn() throws IOException {
        String scans = "scanproportion=0.5\nminscanlength=200\n";
        String place = folder.resolve("w") + ": minscanlength: ";
        assertThatThrownBy(() -> read(scans))
                .hasMessage(place + "expected at most 100, the default maxscanlength, found 200. Correct it.");
        assertThatThrownBy(() -> read(scans + "maxscanlength=199\n"))
                .hasMessage(place + "expected at most 199, the maxscanlength, found 200. Correct it.");
        assertThat(read(scans + "maxscanlength=200\n").properties()).containsEntry("minscanlength", "200");
        assertThat(read("minscanlength=200\n").properties())
                .as("no range reads")
                .containsKey("minscanlength");
    }

    /** The load generator would end with a division by zero, or never draw a key. */
    @Test
    void refusesKeysThatCannotBeDrawn() throws IOException {
        String place = folder.resolve("w") + ": ";
        String hot = "recordcount=1000\nrequestdistribution=hotspot\nhotspotdatafraction=";
        for (String none : List.of("0", "0.0009", "1")) {
            assertThatThrownBy(() -> read(hot + none + "\n"))
                    .hasMessage(place + "hotspotdatafraction: expected rows inside and outside the hot spot, of 1000,"
                            + " found " + Double.parseDouble(none) + ". Correct it.");
        }
        assertThat(read(hot + "1\nhotspotopnfraction=1\n").data().records()).isEqualTo(1000);
        assertThat(read(hot + "0\nhotspotopnfraction=0\n").data().records()).isEqualTo(1000);
        assertThat(read(hot + "0.001\n").data().records()).isEqualTo(1000);
        assertThatThrownBy(() -> read("requestdistribution=exponential\nexponential.percentile=0\n"))
                .hasMessage(place + "exponential.percentile: expected a number 1..100, found 0. Correct it.");
    }

    /** Then all keys are in the working set, and none can be replaced. */
    @Test
    void refusesFreshKeysInAReuseDistanceOfAllRows() throws IOException {
        String fresh = "recordcount=1000\nrafiki.reuse.fresh=0.1\nrafiki.reuse.mean=";
        assertThatThrownBy(() -> read(fresh + "1000\n"))
                .hasMessage(folder.resolve("w") + ": rafiki.reuse.fresh: expected 0, because rafiki.reuse.mean is all"
                        + " rows, found 0.1. Correct it.");
        assertThat(read(fresh + "999\n").properties()).containsEntry("rafiki.reuse.fresh", "0.1");
    }

    @Test
    void refusesAWorkloadWithoutOperations() {
        assertThatThrownBy(() -> read("readproportion=0\nupdateproportion=0\n"))
                .hasMessageContaining("expected proportions with a sum above 0, found 0");
    }

    private WorkloadFile read(String text) throws IOException {
        return WorkloadFile.read(Files.writeString(folder.resolve("w"), text), DATA);
    }
}
