package io.rafiki.benchmark.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.benchmark.result.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentPairTest {

    private static final AgentBenchmark.Protocol PROTOCOL =
            new AgentBenchmark.Protocol(16, AgentBenchmark.Base.NONE, Duration.ofSeconds(360), Duration.ofSeconds(60));

    @TempDir
    Path folder;

    /** A mix without writes has no write latency, which is NaN. */
    @Test
    void aPairIsReadAsItWasWritten() throws Exception {
        ResultFile<AgentPair> file = new ResultFile<>(folder.resolve("new/pairs.jsonl"), AgentPair.class);
        assertThat(file.read()).isEmpty();
        AgentPair pair = AgentPair.of(AgentBenchmark.Mix.C, PROTOCOL, "3f", sample(2657.5), sample(2623.25));
        file.append(pair);
        file.append(pair);
        assertThat(file.read()).containsExactly(pair, pair);
        assertThat(pair.isOf(AgentBenchmark.Mix.C, PROTOCOL, "3f")).isTrue();
        assertThat(pair.isOf(AgentBenchmark.Mix.B, PROTOCOL, "3f")).isFalse();
        assertThat(pair.isOf(AgentBenchmark.Mix.C, PROTOCOL, "a0")).isFalse();
        assertThat(pair.isOf(
                        AgentBenchmark.Mix.C,
                        new AgentBenchmark.Protocol(
                                16, AgentBenchmark.Base.NONE, Duration.ofSeconds(120), Duration.ofSeconds(60)),
                        "3f"))
                .isFalse();
    }

    @Test
    void namesADamagedLine() throws Exception {
        ResultFile<AgentPair> file = new ResultFile<>(folder.resolve("pairs.jsonl"), AgentPair.class);
        file.append(AgentPair.of(AgentBenchmark.Mix.B, PROTOCOL, "3f", sample(1), sample(2)));
        Files.writeString(file.path(), "{\"mix\":\n", StandardOpenOption.APPEND);
        assertThatThrownBy(file::read)
                .isInstanceOf(IOException.class)
                .hasMessage(file.path() + ":2: expected a result, found {\"mix\":. Remove the line.");
    }

    private static NodeSample sample(double throughput) {
        return new NodeSample(
                throughput,
                34.69,
                Double.NaN,
                new MemoryFootprint(1, 2, 3),
                170,
                true,
                new NodeCounters(1, 2, 3, 4),
                NodeCounters.NONE,
                60,
                5.5);
    }
}
