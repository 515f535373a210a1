package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rafiki.config.ConfigException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** {@code rafiki recommend} with limits on latencies and other objectives than throughput. */
class RecommendLatencyTest extends TrainedModelTest {

    @Test
    void recommendsUnderALimitOnTheReadLatency() throws Exception {
        train(withReadLatency(60));
        JsonNode free = advice();
        double p99 = free.at("/latencies/readP99/predicted/mean").asDouble();
        double ofBase = free.at("/latencies/readP99/predictedBase/mean").asDouble();
        assertThat(p99)
                .as("more concurrent reads, more throughput, more latency")
                .isGreaterThan(ofBase);
        double limit = 0.7 * p99 + 0.3 * ofBase;

        JsonNode bounded = advice("--max-read-p99", String.valueOf(limit));
        JsonNode kept = bounded.at("/latencies/readP99/predicted");
        assertThat(kept.get("mean").asDouble() + kept.get("deviation").asDouble())
                .isLessThanOrEqualTo(limit);
        assertThat(bounded.at("/withinLimits").asBoolean()).isTrue();
        assertThat(bounded.at("/predicted/mean").asDouble())
                .isLessThan(free.at("/predicted/mean").asDouble());

        assertThat(recommend("--read-ratio", "0.5", "--kappa", "1", "--max-read-p99", "1"))
                .isZero();
        assertThat(out.toString())
                .contains("limit 0.001 ms: not kept")
                .contains("No configuration keeps read p99 at or below 0.001 ms with a margin of 1.0 deviations.")
                .doesNotContain("cassandra.yaml");
        assertThat(recommend("--read-ratio", "0.5", "--max-write-p99", "9000")).isEqualTo(2);
        assertThat(err.toString())
                .contains("writeP99: expected a model that has learnt it, found one of [throughput, readP99].");
        assertThat(recommend("--read-ratio", "0.5", "--max-read-p99", "-4")).isEqualTo(2);
        assertThat(err.toString()).contains("--max-read-p99: expected microseconds above 0, found -4.0.");
    }

    @Test
    void minimisesTheLatencyAtTheRate() throws Exception {
        List<String> lines = new ArrayList<>();
        for (String line : trials(60)) {
            lines.add(atRate(line, 3_990, latencyByReads(line)));
        }
        train(lines);
        JsonNode advice = advice("--objective", "p99");
        double before = advice.at("/latencies/p99AtRate/predictedBase/mean").asDouble();
        double after = advice.at("/latencies/p99AtRate/predicted/mean").asDouble();
        assertThat(advice.at("/objective").asText()).isEqualTo("p99AtRate");
        assertThat(advice.at("/openLoopRate").asDouble()).isEqualTo(4_000);
        assertThat(advice.at("/configuration/concurrent_reads").asInt())
                .as("fewer concurrent reads, less latency")
                .isLessThan(advice.at("/base/concurrent_reads").asInt());
        assertThat(advice.at("/gain/mean").asDouble()).isPositive().isEqualTo(1 - after / before, Offset.offset(1e-9));
        assertThat(recommend("--read-ratio", "0.5", "--kappa", "1", "--objective", "p99"))
                .isZero();
        assertThat(out.toString())
                .containsPattern("Open-loop rate +4,000 ops/s: kept")
                .containsPattern("Predicted reduction +[0-9.]+ % \\+/- [0-9.]+ % of p99 at rate, at least [0-9.]+ % ")
                .contains("cassandra.yaml")
                .doesNotContain("Predicted gain");

        double limit = 0.5 * (before + after);
        assertThat(advice("--max-p99", String.valueOf(limit))
                        .at("/latencies/p99AtRate/kept")
                        .asBoolean())
                .isTrue();

        JsonNode rows = advice("--front").get("front");
        assertThat(rows).hasSizeBetween(1, 10);
        assertThat(rows.get(0).at("/throughput/lowerBound").asDouble()).isGreaterThanOrEqualTo(lowerBound(advice()));
        assertThat(rows.get(rows.size() - 1).at("/latency/upperBound").asDouble())
                .isLessThanOrEqualTo(after
                        + advice.at("/latencies/p99AtRate/predicted/deviation").asDouble());
        assertThat(recommend("--read-ratio", "0.5", "--front")).isZero();
        assertThat(out.toString())
                .containsPattern("Latency +p99 at rate")
                .containsPattern("Throughput +At least +Gain +Latency +At most +.*concurrent_reads")
                .contains("repeat with --max-p99 and a latency in microseconds.");
    }

    @Test
    void refusesObjectivesThatItCannotSearch() throws Exception {
        train(trials(30));
        assertThat(recommend("--read-ratio", "0.5", "--objective", "p99")).isEqualTo(2);
        assertThat(err.toString())
                .contains("p99AtRate: expected a model that has learnt it, found one of [throughput].");
        assertThat(recommend("--read-ratio", "0.5", "--front")).isEqualTo(2);
        assertThat(err.toString()).contains("readP99: expected a model that has learnt it, found one of [throughput].");
        assertThat(recommend("--read-ratio", "0.5", "--front", "--objective", "p99"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--front: expected neither --explain nor --objective, found one.");
        assertThat(recommend("--read-ratio", "0.5", "--explain", "--objective", "p99"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--explain: expected --objective throughput, found p99.");
        assertThat(recommend("--read-ratio", "0.5", "--objective", "speed")).isEqualTo(2);
        assertThat(err.toString()).contains("speed");
    }

    private JsonNode advice(String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--read-ratio", "0.5", "--kappa", "1", "-F", "json"));
        arguments.addAll(List.of(more));
        assertThat(recommend(arguments.toArray(String[]::new)))
                .as(err.toString())
                .isZero();
        return JSON.readTree(out.toString());
    }

    private static double lowerBound(JsonNode advice) {
        return advice.at("/predicted/mean").asDouble()
                - advice.at("/predicted/deviation").asDouble();
    }

    /** Trials whose throughput and read latency both grow with the number of concurrent reads. */
    private static List<String> withReadLatency(int count) throws ConfigException, IOException {
        List<String> lines = new ArrayList<>();
        for (String line : trials(count)) {
            ObjectNode trial = (ObjectNode) JSON.readTree(line);
            double reads = trial.at("/proposed/concurrent_reads").asDouble();
            ((ObjectNode) trial.path("throughput")).put("mean", 5_000 + 30 * reads);
            latency(trial.putObject("latencies").putObject("read"), 5_000, 4_000 + 60 * reads);
            lines.add(trial.toString());
        }
        return lines;
    }
}
