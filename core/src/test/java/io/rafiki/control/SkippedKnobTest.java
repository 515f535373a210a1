package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.reason.Activity.NotTuned;
import io.rafiki.decision.HoldReason.ConfigurationUnknown;
import io.rafiki.decision.Mode;
import io.rafiki.node.KnobSkip;
import io.rafiki.node.KnobSkip.KnobOutsideCatalogue;
import io.rafiki.node.KnobSkip.KnobUnreadable;
import io.rafiki.status.KnobRow;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A knob that cannot be tuned keeps its value, and the other knobs are tuned. */
class SkippedKnobTest {

    private static final String THROUGHPUT = "CompactionThroughputMbPerSec";

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void rig() throws Exception {
        rig = new Rig(folder);
        rig.space = rig.catalogue.space(
                List.of("concurrent_writes", "concurrent_reads", "concurrent_compactors", "compaction_throughput"));
    }

    @AfterEach
    void close() throws Exception {
        rig.stop();
    }

    @Test
    void aValueOutsideTheCatalogueStaysAndTheOtherKnobsAreTuned() throws Exception {
        rig.node.storageService.values.put(THROUGHPUT, 300);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.node.storageService.values).containsEntry(THROUGHPUT, 300);
        assertThat(skips()).containsExactly(new KnobOutsideCatalogue("compaction_throughput", "300"));
        assertThat(rig.tuner.export("d1", "nodetool"))
                .contains("setconcurrency MutationStage 80")
                .doesNotContain("throughput");
        rig.tuner.rollback("");
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.node.storageService.values).containsEntry(THROUGHPUT, 300);
    }

    @Test
    void aKnobThatCannotBeReadIsSkippedUntilItCan() throws Exception {
        Object compactors = rig.node.storageService.values.remove("ConcurrentCompactors");
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(skips()).singleElement().isInstanceOfSatisfying(KnobUnreadable.class, skip -> assertThat(skip.knob())
                .isEqualTo("concurrent_compactors"));
        rig.node.storageService.values.put("ConcurrentCompactors", compactors);
        rig.run(20, 0.0);
        assertThat(skips()).isEmpty();
    }

    @Test
    void aKnobThatCanBeTunedAgainIsTunedWithoutANewWorkload() throws Exception {
        rig.node.readStage.values.put("MaximumPoolSize", 5_000);
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(5_000, 80);
        rig.node.readStage.values.put("MaximumPoolSize", 32);
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void holdsIfNoKnobIsLeft() throws Exception {
        rig.node.readStage.values.put("MaximumPoolSize", 5_000);
        rig.node.mutationStage.values.put("MaximumPoolSize", 4);
        rig.node.storageService.values.putAll(Map.of("ConcurrentCompactors", 99, THROUGHPUT, 300));
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(5_000, 4);
        assertThat(rig.reason())
                .isEqualTo(new ConfigurationUnknown(new KnobOutsideCatalogue("concurrent_writes", "4")));
    }

    @Test
    void aProposalIsAppliedWhateverBecomesOfASkippedKnob() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.node.storageService.values.put(THROUGHPUT, 300);
        rig.start().run(10, 0.0);
        rig.node.storageService.values.put(THROUGHPUT, 400);
        rig.tuner.apply("d1", "");
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.node.storageService.values).containsEntry(THROUGHPUT, 400);
    }

    /** The plan contains an assumed value of the knob. */
    @Test
    void theStatusShowsNoProposedValueOfASkippedKnob() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.node.storageService.values.put(THROUGHPUT, 300);
        rig.start().run(10, 0.0);
        assertThat(proposed("compaction_throughput")).isEmpty();
        assertThat(proposed("concurrent_writes")).contains("80");
    }

    private Optional<String> proposed(String knob) {
        return KnobRow.of(rig.tuner.status()).stream()
                .filter(row -> row.state().knob().equals(knob))
                .findFirst()
                .orElseThrow()
                .proposed();
    }

    private List<KnobSkip> skips() {
        return rig.activities().stream()
                .filter(NotTuned.class::isInstance)
                .map(activity -> (KnobSkip) ((NotTuned) activity).because())
                .toList();
    }
}
