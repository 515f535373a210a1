package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Machine;
import io.rafiki.surrogate.Provenance;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProvenancesTest {

    private static final Provenance TRAINED = new Provenance(
            Map.of("cores", "2", "heapMiB", "1024", "cassandra", "5.0.9", "java", "17.0.15+6"), 40, "hash", "train", 1);

    @Test
    void aLaterPatchOfTheSameLineAndAHeapThatIsRoundedFit() {
        assertThat(new Provenances(new Machine(2, 1_000), "5.0.12", "17.0.9").mismatches(TRAINED))
                .isEmpty();
    }

    @Test
    void everyDifferenceIsNamedWithBothSides() {
        assertThat(new Provenances(new Machine(16, 31_744), "4.1.10", "11.0.2").mismatches(TRAINED))
                .containsExactly(
                        "cores 2 there, 16 here",
                        "heapMiB 1024 there, 31744 here",
                        "cassandra 5.0.9 there, 4.1.10 here",
                        "java 17.0.15+6 there, 11.0.2 here");
    }

    @Test
    void whatTheModelDoesNotSayDiffers() {
        Provenance silent = new Provenance(Map.of("cores", "2"), 40, "hash", "train", 1);
        assertThat(new Provenances(new Machine(2, 1_024), "5.0.9", "17.0.15").mismatches(silent))
                .hasSize(3)
                .allSatisfy(difference -> assertThat(difference).contains("unknown there"));
    }
}
