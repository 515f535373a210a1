package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class KnobsCommandTest {

    private static final String CATALOGUE = "--catalogue=../conf/knobs/cassandra-5.0.yaml";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void printsEveryKnobAsJson() throws JsonProcessingException {
        assertThat(rafiki("knobs", CATALOGUE, "-F", "json")).isZero();

        JsonNode knobs = new ObjectMapper().readTree(out.toString());
        assertThat(knobs.findValuesAsText("name"))
                .hasSizeGreaterThanOrEqualTo(18)
                .startsWith(
                        "compaction",
                        "concurrent_writes",
                        "concurrent_reads",
                        "file_cache_size",
                        "memtable_cleanup_threshold",
                        "concurrent_compactors",
                        "compaction_throughput",
                        "memtable_flush_writers");
    }

    @Test
    void printsTheKnobsOfRedis() {
        String redis = "--catalogue=../conf/knobs/redis-7.0.yaml";
        assertThat(rafiki("knobs", redis)).isZero();
        assertThat(out.toString()).contains("Redis 7.0, ranges for ").doesNotContain("at start");

        assertThat(rafiki("knobs", redis, "dynamic_hz")).isZero();
        assertThat(out.toString())
                .containsPattern("Parameter of CONFIG SET +dynamic-hz")
                .contains("redis-cli CONFIG SET dynamic-hz yes");
    }

    @Test
    void answersAMistypedKnobWithTheNearest() {
        assertThat(rafiki("knobs", CATALOGUE, "concurent_reads")).isEqualTo(2);
        assertThat(err.toString()).startsWith("unknown knob concurent_reads. Did you mean concurrent_reads?");
    }

    @Test
    void namesACatalogueThatIsNotThere() {
        assertThat(rafiki("knobs", "--catalogue=nowhere.yaml")).isEqualTo(1);
        assertThat(err.toString().strip())
                .isEqualTo("rafiki: nowhere.yaml: expected a file, found none. Check the path.");
    }

    private int rafiki(String... arguments) {
        return Rafiki.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
