package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PinningTest {

    @ParameterizedTest
    @CsvSource({"2,0,1", "3,0-1,2", "4,0-2,3", "8,0-5,6-7", "16,0-11,12-15"})
    void nodeAndClientShareNoProcessorAndLeaveNone(int processors, String node, String client) {
        assertThat(Pinning.of(processors, true)).isEqualTo(new Pinning(Optional.of(node), Optional.of(client)));
    }

    @Test
    void nothingIsPinnedWhereItIsNotWantedOrThereIsOneProcessor() {
        Pinning none = new Pinning(Optional.empty(), Optional.empty());
        assertThat(Pinning.of(8, false)).isEqualTo(none);
        assertThat(Pinning.of(1, true)).isEqualTo(none);
    }
}
