package io.rafiki.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

class MetagenomicsWorkloadTest {

    private final Properties properties = new Properties();

    @BeforeEach
    void measure() {
        Measurements.setProperties(new Properties());
        properties.setProperty("recordcount", "1000");
        properties.setProperty("operationcount", "1000000");
        properties.setProperty("readproportion", "0.7");
        properties.setProperty("updateproportion", "0.3");
        properties.setProperty("rafiki.reuse.mean", "100");
        properties.setProperty("rafiki.seed", "42");
    }

    @Test
    void aSeedRepeatsTheOperationsOfEachThread() throws Exception {
        assertThat(operations(3, 500)).isEqualTo(operations(3, 500));
    }

    @Test
    void otherThreadsAndOtherSeedsDoSomethingElse() throws Exception {
        List<String> first = operations(0, 500);
        assertThat(operations(1, 500)).isNotEqualTo(first);
        properties.setProperty("rafiki.seed", "43");
        assertThat(operations(0, 500)).isNotEqualTo(first);
    }

    @Test
    void aSeedRepeatsUniformKeysAndScansToo() throws Exception {
        properties.remove("rafiki.reuse.mean");
        properties.setProperty("scanproportion", "0.5");
        properties.setProperty("maxscanlength", "20");

        assertThat(operations(0, 500)).isEqualTo(operations(0, 500)).anyMatch(line -> line.startsWith("scan"));
    }

    @Test
    void keepsTheReadRatio() throws Exception {
        int count = 20_000;
        long reads = operations(0, count).stream()
                .filter(line -> line.startsWith("read"))
                .count();

        double fourDeviations = 4 * Math.sqrt(0.7 * 0.3 / count);
        assertThat(reads / (double) count).isCloseTo(0.7, within(fourDeviations));
    }

    @Test
    void followsAScheduleOfReadRatios(@TempDir Path folder) throws Exception {
        properties.setProperty(
                "rafiki.schedule",
                Files.writeString(folder.resolve("schedule.csv"), "0,1\n3600,0\n")
                        .toString());
        assertThat(operations(0, 500)).allMatch(line -> line.startsWith("read"));
        properties.setProperty(
                "rafiki.schedule",
                Files.writeString(folder.resolve("schedule.csv"), "0,0\n").toString());
        assertThat(operations(0, 500)).allMatch(line -> line.startsWith("update"));
    }

    @Test
    void usesAsManyKeysAsTheMeanReuseDistance() throws Exception {
        assertThat(operations(0, 5000).stream()
                        .map(line -> line.split(" ", -1)[1])
                        .distinct())
                .hasSize(100);
    }

    @Test
    void writesRecordsOfTheGivenShape() throws Exception {
        properties.setProperty("fieldcount", "1");
        properties.setProperty("fieldlength", "1000");
        properties.setProperty("readproportion", "0");

        assertThat(operations(0, 10)).allMatch(line -> line.matches("update user[0-9]+ \\{field0=1000\\}"));
    }

    @Test
    void refusesAMeanThatTheRecordsCannotGiveInOneLine() {
        properties.setProperty("rafiki.reuse.mean", "1001");
        assertThatThrownBy(() -> new MetagenomicsWorkload().init(properties))
                .hasMessage("rafiki.reuse.mean: expected a whole number 1..1000, found 1001. Correct it.")
                .satisfies(e -> assertThat(e.getStackTrace()).isEmpty());
    }

    @Test
    void refusesDriftWhereNoKeyRests() {
        properties.setProperty("rafiki.reuse.mean", "1000");
        properties.setProperty("rafiki.reuse.fresh", "0.1");
        assertThatThrownBy(() -> new MetagenomicsWorkload().init(properties)).hasMessageContaining("0.0..0.0");
    }

    @Test
    void refusesProportionsOfNothing() {
        properties.setProperty("readproportion", "0");
        properties.setProperty("updateproportion", "0");
        assertThatThrownBy(() -> new MetagenomicsWorkload().init(properties)).hasMessageContaining("readproportion");
    }

    @Test
    void refusesALoadThatATimeLimitWouldCutShort() {
        properties.setProperty("dotransactions", "false");
        properties.setProperty("maxexecutiontime", "60");
        assertThatThrownBy(() -> new MetagenomicsWorkload().init(properties))
                .hasMessage("maxexecutiontime: expected none while loading, found 60. Leave it out with -load.");
    }

    /** YCSB's workload E. A range of millions of keys would cost 200,000 draws for each operation. */
    @Test
    void aRunThatEndsByTimeReservesFewKeysForInserts() throws Exception {
        properties.remove("rafiki.reuse.mean");
        properties.setProperty("operationcount", Integer.toString(Integer.MAX_VALUE));
        properties.setProperty("requestdistribution", "zipfian");
        properties.setProperty("readproportion", "0");
        properties.setProperty("updateproportion", "0");
        properties.setProperty("scanproportion", "0.95");
        properties.setProperty("insertproportion", "0.05");

        assertThat(MetagenomicsWorkload.withFewNewKeys(properties))
                .as("a run that ends by its count")
                .isEqualTo(properties);
        properties.setProperty("maxexecutiontime", "60");
        assertThat(MetagenomicsWorkload.withFewNewKeys(properties).getProperty("operationcount"))
                .isEqualTo("1000");
        assertThat(operations(0, 200))
                .anyMatch(line -> line.startsWith("scan"))
                .anyMatch(line -> line.startsWith("insert"));
    }

    /** A trial runs YCSB several times on one node. */
    @Test
    void insertsFollowThoseOfEarlierRuns() throws Exception {
        properties.remove("rafiki.reuse.mean");
        properties.setProperty("requestdistribution", "latest");
        properties.setProperty("readproportion", "0");
        properties.setProperty("updateproportion", "0");
        properties.setProperty("insertproportion", "1");
        List<String> first = operations(0, 500);

        properties.setProperty("rafiki.inserted", "500");
        assertThat(operations(0, 500)).doesNotContainAnyElementsOf(first);

        properties.setProperty("insertproportion", "0");
        properties.setProperty("readproportion", "1");
        assertThat(operations(0, 500))
                .as("the latest rows are the inserted ones")
                .anyMatch(line -> first.contains(line.replace("read", "insert")));
    }

    @Test
    void theShippedWorkloadRuns() throws Exception {
        try (Reader file = Files.newBufferedReader(Path.of("..", "conf", "workloads", "metagenomics.properties"))) {
            properties.clear();
            properties.load(file);
        }
        assertThat(operations(0, 1000)).hasSize(1000);
    }

    private List<String> operations(int thread, int count) throws Exception {
        MetagenomicsWorkload workload = new MetagenomicsWorkload();
        workload.init(properties);
        Object state = workload.initThread(properties, thread, 4);
        Journal journal = new Journal();
        for (int i = 0; i < count; i++) {
            assertThat(workload.doTransaction(journal, state)).isTrue();
        }
        return journal.lines;
    }

    /** A data store that only notes what it is asked. */
    private static final class Journal extends DB {
        private final List<String> lines = new ArrayList<>();

        @Override
        public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
            return note("read " + key);
        }

        @Override
        @SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's signature
        public Status scan(
                String table, String start, int count, Set<String> fields, Vector<HashMap<String, ByteIterator>> rows) {
            return note("scan " + start + " " + count);
        }

        @Override
        public Status update(String table, String key, Map<String, ByteIterator> values) {
            Map<String, Long> sizes = new HashMap<>();
            values.forEach((field, value) -> sizes.put(field, value.bytesLeft()));
            return note("update " + key + " " + sizes);
        }

        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            return note("insert " + key);
        }

        @Override
        public Status delete(String table, String key) {
            return note("delete " + key);
        }

        private Status note(String line) {
            lines.add(line);
            return Status.OK;
        }
    }
}
