package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** How much a workload writes. TrialIT runs the load on a node. */
class SustainedLoadTest {

    @Test
    void anUpdateWritesOneField() {
        assertThat(updates("readproportion", "0.5", "updateproportion", "0.5")).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void aReadModifyWriteIsTwoOperations() {
        assertThat(updates("readproportion", "0.5", "readmodifywriteproportion", "0.5"))
                .isCloseTo(1 / 3.0, within(1e-9));
    }

    @Test
    void anInsertWritesAllFields() {
        assertThat(updates("readproportion", "0.95", "insertproportion", "0.05"))
                .as("core workload D")
                .isCloseTo(0.5, within(1e-9));
        assertThat(SustainedLoad.updatesPerOperation(Map.of(
                        "fieldcount",
                        "10",
                        "writeallfields",
                        "true",
                        "readproportion",
                        "0.95",
                        "insertproportion",
                        "0.05")))
                .as("as an update does")
                .isCloseTo(0.05, within(1e-9));
    }

    private static double updates(String first, String share, String second, String other) {
        return SustainedLoad.updatesPerOperation(Map.of("fieldcount", "10", first, share, second, other));
    }
}
