package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.configuration.WriteOrder;
import io.rafiki.decision.Change;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.ChangeCost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteOrderTest {

    private static final Change LESS = new Change("readers", 32, 16, ChangeCost.INSTANT);
    private static final Change MORE = new Change("writers", 32, 48, ChangeCost.INSTANT);
    private static final Change DEAR = new Change("compaction", "SizeTiered", "Leveled", ChangeCost.REWRITES_DATA);

    @TempDir
    Path folder;

    @Test
    void theCheapestComeFirst() {
        assertThat(WriteOrder.of(List.of(DEAR, MORE, LESS), values -> Optional.empty()))
                .containsExactly(MORE, LESS, DEAR);
    }

    @Test
    void whatNeedsRoomComesAfterWhatMakesIt() {
        assertThat(WriteOrder.of(List.of(MORE, LESS, DEAR), WriteOrderTest::together))
                .containsExactly(LESS, MORE, DEAR);
        List<Change> back = List.of(
                new Change("readers", 16, 32, ChangeCost.INSTANT), new Change("writers", 48, 32, ChangeCost.INSTANT));
        assertThat(WriteOrder.of(back, WriteOrderTest::together))
                .extracting(Change::knob)
                .containsExactly("writers", "readers");
    }

    @Test
    void whereNoOrderKeepsThemTheCheapestComeFirst() {
        assertThat(WriteOrder.of(List.of(DEAR, MORE), values -> Optional.of("never")))
                .containsExactly(MORE, DEAR);
    }

    /** The pools of readers and writers share 96 threads: at 32 and 32 the one must fall before the other rises to 80. */
    @Test
    void noStateOfTheNodeOnTheWayBreaksAConstraint() throws Exception {
        String shipped = Files.readString(Path.of("../conf/knobs/cassandra-5.0.yaml"));
        Path catalogue = Files.writeString(
                folder.resolve("knobs.yaml"),
                shipped + "  - {sum: [concurrent_reads, concurrent_writes], max: 96, description: A test.}\n");
        Rig rig = new Rig(folder, catalogue);
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
        rig.tuner.rollback("");
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(JournalScan.entries(rig.journal).stream()
                        .filter(entry -> entry.kind() == RecordType.WRITE || entry.kind() == RecordType.ROLLBACK)
                        .map(entry -> entry.content().get("knob") + "="
                                + entry.content().get("to")))
                .containsExactly(
                        "concurrent_reads=16",
                        "concurrent_writes=80",
                        "concurrent_writes=16",
                        "concurrent_reads=80",
                        "concurrent_reads=16",
                        "concurrent_writes=80");
        rig.stop();
    }

    private static Optional<String> together(Map<String, Object> values) {
        int threads = (Integer) values.get("readers") + (Integer) values.get("writers");
        return threads <= 64 ? Optional.empty() : Optional.of("readers + writers <= 64");
    }
}
