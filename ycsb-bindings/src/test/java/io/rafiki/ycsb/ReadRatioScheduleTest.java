package io.rafiki.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadRatioScheduleTest {

    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    private final AtomicLong nanos = new AtomicLong(77);

    @Test
    void eachStepLastsUntilTheNextOne() throws Exception {
        ReadRatioSchedule schedule = read("0,0.9\n10,0.1\n12.5,0.5\n");
        assertThat(at(schedule, 0)).isEqualTo(0.9);
        assertThat(at(schedule, 9.999)).isEqualTo(0.9);
        assertThat(at(schedule, 10)).isEqualTo(0.1);
        assertThat(at(schedule, 12.4)).isEqualTo(0.1);
        assertThat(at(schedule, 12.5)).isEqualTo(0.5);
        assertThat(at(schedule, 100_000)).isEqualTo(0.5);
    }

    @Test
    void timeBeginsWithTheFirstOperation() throws Exception {
        ReadRatioSchedule schedule = read("0,0.9\n10,0.1\n");
        nanos.addAndGet(60 * SECOND);
        assertThat(schedule.now()).isEqualTo(0.9);
        nanos.addAndGet(10 * SECOND);
        assertThat(schedule.now()).isEqualTo(0.1);
    }

    @Test
    void followsLinesThatAreAddedWhileItRuns() throws Exception {
        ReadRatioSchedule schedule = read("0,0.9\n");
        assertThat(at(schedule, 20)).isEqualTo(0.9);
        Path file = folder.resolve("schedule.csv");
        Files.writeString(file, "0,0.9\n22,0.1\n");
        assertThat(at(schedule, 21)).isEqualTo(0.9);
        assertThat(at(schedule, 22)).isEqualTo(0.1);
        Files.writeString(file, "0,0.9\n22,0.1\n30,");
        assertThat(at(schedule, 31)).as("an incomplete line").isEqualTo(0.1);
        Files.writeString(file, "0,0.9\n22,0.1\n30,0.5\n");
        assertThat(at(schedule, 32)).isEqualTo(0.5);
    }

    @Test
    void dividesReadsAndUpdatesOnly() throws Exception {
        AtomicLong step = new AtomicLong();
        double[][] shares = {{1, 0, 1}, {0, 1, 1}};
        SeededGenerators.Operations operations = new SeededGenerators.Operations(
                new RandomStreams(3), new String[] {"READ", "UPDATE", "SCAN"}, () -> shares[(int) step.get()]);
        int scans = 0;
        for (int i = 0; i < 10_000; i++) {
            step.set(i % 2);
            String operation = operations.nextValue();
            assertThat(operation).isIn(i % 2 == 0 ? "READ" : "UPDATE", "SCAN");
            scans += operation.equals("SCAN") ? 1 : 0;
        }
        assertThat(scans / 10_000.0).isCloseTo(0.5, within(0.02));
    }

    @Test
    void refusesAnInvalidScheduleWithTheLine() {
        assertThatThrownBy(() -> read("0,0.9\n10,1.1\n"))
                .hasMessage("rafiki.schedule: expected second,ratio on line 2, seconds from 0 and rising, ratios 0..1,"
                        + " found '10,1.1'. Correct it.");
        assertThatThrownBy(() -> read("1,0.9\n")).hasMessageContaining("line 1");
        assertThatThrownBy(() -> read("0,0.9\n5,0.5\n5,0.4\n")).hasMessageContaining("line 3");
        assertThatThrownBy(() -> read("0\n")).hasMessageContaining("line 1");
        assertThatThrownBy(() -> read("0,NaN\n")).hasMessageContaining("line 1");
        assertThatThrownBy(() -> read("")).hasMessageContaining("at least one line");
        assertThatThrownBy(() -> ReadRatioSchedule.read(property(folder.resolve("absent"))))
                .hasMessageStartingWith("rafiki.schedule: expected a file");
    }

    private double at(ReadRatioSchedule schedule, double second) {
        nanos.set(77);
        schedule.now();
        nanos.addAndGet((long) (second * SECOND));
        return schedule.now();
    }

    private ReadRatioSchedule read(String text) throws Exception {
        return ReadRatioSchedule.read(property(Files.writeString(folder.resolve("schedule.csv"), text)), nanos::get);
    }

    private static Property property(Path file) {
        Properties properties = new Properties();
        properties.setProperty("rafiki.schedule", file.toString());
        return new Property(properties, "rafiki.schedule");
    }
}
