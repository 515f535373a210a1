package io.rafiki.benchmark.collection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.benchmark.Benchmarks;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchCollectionCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void reportsShortfallAndTrialsPerMethod() throws Exception {
        assertThat(bench("--seeds=1", "--start=20", "--budget=24", "--nets=1", "-F", "json"))
                .as(err.toString())
                .isZero();
        JsonNode figures = new ObjectMapper().readTree(out.toString());
        assertThat(figures.get("rows")).hasSize(6);
        assertThat(figures.at("/rows/0/method").asText()).isEqualTo("active");
        assertThat(figures.at("/rows/0/trials").asInt()).isEqualTo(20);
        assertThat(figures.at("/rows/0/shortfallPercent/median").asDouble(-1)).isBetween(0.0, 100.0);
        assertThat(figures.get("trialsUntilNear").has("random")).isTrue();
    }

    @Test
    void refusesACampaignThatChoosesNothing() {
        assertThat(bench("--start=24", "--budget=24")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("expected a start of at least 10 trials and a greater budget, found 24 and 24");
        assertThat(bench("--model=nowhere.zip")).isNotZero();
        assertThat(err.toString()).contains("nowhere.zip");
        assertThat(bench("--seeds=0")).isEqualTo(2);
        assertThat(err.toString()).startsWith("seeds: expected at least 1, found 0");
    }

    private int bench(String... more) {
        err.getBuffer().setLength(0);
        List<String> arguments = new ArrayList<>(List.of("collection", "--threads=1"));
        arguments.addAll(List.of(more));
        return Benchmarks.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }
}
