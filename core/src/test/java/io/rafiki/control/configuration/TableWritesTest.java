package io.rafiki.control.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rafiki.decision.Change;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.node.TableName;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which value of a table is the one before the tuner's. */
class TableWritesTest {

    private static final String COMPACTION = "compaction";
    private static final List<TableName> ORDERS = List.of(new TableName("shop", "orders"));

    private TableWrites writes;

    @BeforeEach
    void catalogue() throws Exception {
        writes = new TableWrites(
                KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 1024)));
    }

    @Test
    void ofSeveralWritesTheFirstValueIsTheOriginal() {
        writes.add(COMPACTION, "SizeTiered", "Leveled", ORDERS);
        writes.add(COMPACTION, "Leveled", "Unified(L10)", ORDERS);
        assertChange("SizeTiered", "Unified(L10)");
    }

    @Test
    void aRollbackToTheStartLeavesNothing() {
        writes.add(COMPACTION, "SizeTiered", "Leveled", ORDERS);
        writes.add(COMPACTION, "Leveled", "SizeTiered", ORDERS);
        assertThat(writes.changes(COMPACTION)).isEmpty();
    }

    /** An operator's ALTER TABLE between two writes: its value is the one that a stop restores. */
    @Test
    void theValueOfAnotherClientIsTheOriginalOfLaterWrites() {
        writes.add(COMPACTION, "SizeTiered", "Leveled", ORDERS);
        writes.add(COMPACTION, "Unified(T4)", "Unified(L10)", ORDERS);
        assertChange("Unified(T4)", "Unified(L10)");
        writes.add(COMPACTION, "Unified(L10)", "Unified(T4)", ORDERS);
        assertThat(writes.changes(COMPACTION)).as("rolled back").isEmpty();
    }

    @Test
    void aRepeatedWriteKeepsTheOriginal() {
        writes.add(COMPACTION, "SizeTiered", "Leveled", ORDERS);
        writes.add(COMPACTION, "SizeTiered", "Leveled", ORDERS);
        assertChange("SizeTiered", "Leveled");
    }

    private void assertChange(String from, String to) {
        assertThat(writes.changes(COMPACTION))
                .extracting(Change::from, Change::to)
                .containsExactly(tuple(from, to));
    }
}
