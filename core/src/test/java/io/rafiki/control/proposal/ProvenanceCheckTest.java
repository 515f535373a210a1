package io.rafiki.control.proposal;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.ProposalReason.Mismatch;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.Provenance;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProvenanceCheckTest {

    private static final Provenance TRAINED = new Provenance(
            Map.of("cores", "2", "heapMiB", "1024", "cassandra", "5.0.9", "java", "17.0.15+6"), 40, "hash", "train", 1);

    @Test
    void aLaterPatchOfTheSameLineAndAHeapThatIsRoundedFit() {
        assertThat(new ProvenanceCheck(new NodeResources(2, 1_000), "5.0.12", "17.0.9").mismatches(TRAINED))
                .isEmpty();
    }

    @Test
    void theReleaseHasAnotherNameInOldModels() {
        Map<String, String> environment =
                Map.of("cores", "2", "heapMiB", "1024", "release", "5.0.9", "java", "17.0.15+6");
        Provenance trained = new Provenance(environment, 40, "hash", "train", 1);
        assertThat(trained.release()).isEqualTo(TRAINED.release()).contains("5.0.9");
        assertThat(new ProvenanceCheck(new NodeResources(2, 1_024), "5.0.12", "17.0.9").mismatches(trained))
                .isEmpty();
    }

    @Test
    void everyDifferenceIsNamedWithBothSides() {
        assertThat(new ProvenanceCheck(new NodeResources(16, 31_744), "4.1.10", "11.0.2").mismatches(TRAINED))
                .containsExactly(
                        new Mismatch("cores", "2", "16"),
                        new Mismatch("heapMiB", "1024", "31744"),
                        new Mismatch("cassandra", "5.0.9", "4.1.10"),
                        new Mismatch("java", "17.0.15+6", "11.0.2"));
    }

    @Test
    void whatTheModelDoesNotSayDiffers() {
        Provenance silent = new Provenance(Map.of("cores", "2"), 40, "hash", "train", 1);
        assertThat(new ProvenanceCheck(new NodeResources(2, 1_024), "5.0.9", "17.0.15").mismatches(silent))
                .hasSize(3)
                .allSatisfy(difference -> assertThat(difference.trained()).isEqualTo("unknown"));
    }
}
