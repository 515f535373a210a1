package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.Mode;
import io.rafiki.workload.CounterSample;
import io.rafiki.workload.CounterSource;
import io.rafiki.workload.TableCounts;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes of a cluster are compared only if they have the same configuration. */
class ConfigurationFingerprintTest extends RiggedTest {

    private static final String COMPACTION = "CompactionParametersJson";
    private static final String SIZE_TIERED = "{\"class\":\"SizeTieredCompactionStrategy\"}";
    private static final String LEVELED = "{\"class\":\"LeveledCompactionStrategy\"}";
    private static final String UNIFIED = "{\"class\":\"UnifiedCompactionStrategy\",\"scaling_parameters\":\"L10\"}";

    private final long[] reads = new long[2];
    private int busy;

    @BeforeEach
    void observe() {
        rig.mode = Mode.OBSERVE;
    }

    @Test
    void theLoadOfTheTablesHasNoEffectAndEachTableHas() throws Exception {
        LoneNode.Bean other = rig.addTable("other", LEVELED);
        CounterSource clients = rig.counters;
        rig.counters = () -> onOneTable(clients.sample());
        rig.start().run(100, 1.0);
        String first = rig.tuner.fingerprint();
        assertThat(rig.tuner.configuration()).containsEntry("compaction", "SizeTiered");

        busy = 1;
        rig.run(300, 1.0);
        assertThat(rig.tuner.configuration()).containsEntry("compaction", "Leveled");
        assertThat(rig.tuner.fingerprint()).isEqualTo(first);

        rig.node.table.values.put(COMPACTION, UNIFIED);
        String second = rig.tuner.fingerprint();
        assertThat(second).isNotEqualTo(first);
        rig.node.table.values.put(COMPACTION, LEVELED);
        other.values.put(COMPACTION, UNIFIED);
        assertThat(rig.tuner.fingerprint())
                .as("the same values on other tables")
                .isNotIn(first, second);
    }

    @Test
    void twoKnobsWithTheSameOtherValueAreADifference() throws Exception {
        rig.start();
        String before = rig.tuner.fingerprint();
        rig.node.readStage.values.put("MaximumPoolSize", 64);
        rig.node.mutationStage.values.put("MaximumPoolSize", 64);
        assertThat(rig.tuner.fingerprint()).matches("[0-9a-f]{16}").isNotEqualTo(before);
    }

    /** It is on all nodes, but each node finds it at another moment. */
    @Test
    void aNewTableWithDefaultOptionsHasNoEffect() throws Exception {
        rig.start().run(1, 1.0);
        String before = rig.tuner.fingerprint();
        LoneNode.Bean later = rig.addTable("later", SIZE_TIERED);
        later.values.put("CompressionParametersJson", "{\"chunk_length_in_kb\":\"16\",\"class\":\"LZ4Compressor\"}");
        rig.run(1, 1.0);
        assertThat(rig.tuner.fingerprint()).isEqualTo(before);
        later.values.put(COMPACTION, LEVELED);
        assertThat(rig.tuner.fingerprint()).isNotEqualTo(before);
    }

    private CounterSample onOneTable(CounterSample sample) {
        reads[busy] += 1_000;
        return new CounterSample(
                sample.nanoTime(),
                List.of(
                        new TableCounts("ycsb.usertable", reads[0], 0, 0),
                        new TableCounts("ycsb.other", reads[1], 0, 0)),
                sample.clients());
    }
}
