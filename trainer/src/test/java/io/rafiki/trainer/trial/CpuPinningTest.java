package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuPinningTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"0-1;0;1", "0-2;0-1;2", "0-3;0-2;3", "0-7;0-5;6-7", "0-15;0-11;12-15", "2-3;2;3", "1,4-6,9;1,4-6;9"
            })
    void nodeAndClientShareNoProcessorAndLeaveNone(String allowed, String node, String client) {
        assertThat(CpuPinning.of(HostInfo.numbers(allowed), true))
                .isEqualTo(new CpuPinning(Optional.of(node), Optional.of(client)));
    }

    /** The CPU list of this process in the kernel, which taskset shows too. */
    @Test
    void takesOfTheProcessorsThoseThatThisProcessMayUse() throws Exception {
        Process taskset = new ProcessBuilder(
                        "taskset", "-cp", Long.toString(ProcessHandle.current().pid()))
                .start();
        String said = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(HostInfo.numbers(said.substring(said.lastIndexOf(' ') + 1)))
                .startsWith(HostInfo.processors().toArray(Integer[]::new));
    }

    @Test
    void nothingIsPinnedWhereItIsNotWantedOrThereIsOneProcessor() {
        CpuPinning none = new CpuPinning(Optional.empty(), Optional.empty());
        assertThat(CpuPinning.of(List.of(0, 1, 2), false)).isEqualTo(none);
        assertThat(CpuPinning.of(List.of(3), true)).isEqualTo(none);
    }
}
