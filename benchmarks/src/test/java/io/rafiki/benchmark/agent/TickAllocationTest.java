package io.rafiki.benchmark.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short form of the allocation bar; {@code rafiki bench agent} measures a real node. */
class TickAllocationTest {

    @ParameterizedTest
    @ValueSource(ints = {50, 500})
    void aTickAllocatesAtMostOneMebibyte(int tables) throws Exception {
        assertThat(TickBenchmark.measure(Path.of(".."), tables).allocatedMiB()).isBetween(1e-6, 1.0);
    }
}
