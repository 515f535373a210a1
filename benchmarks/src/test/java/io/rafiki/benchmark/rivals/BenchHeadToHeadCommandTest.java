package io.rafiki.benchmark.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.benchmark.Benchmarks;
import io.rafiki.trainer.cassandra.Datastore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchHeadToHeadCommandTest {

    private static final Path REDIS_PLAN = Path.of("../conf/plans/redis.yaml");
    private static final Path REDIS_CATALOGUE = Path.of("../conf/knobs/redis-7.0.yaml");

    @TempDir
    Path folder;

    private final StringWriter err = new StringWriter();

    @Test
    void wrongInputIsRefusedBeforeANodeStarts() {
        assertThat(bench("--hours=0")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--hours: expected more than 0, found 0.0.");
        assertThat(bench("--tuners=random")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--tuners: expected rafiki among them, found [random]. Add it.");
        assertThat(bench("--workload=0.5", "--workload=1.5")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--workload: expected a file or a read ratio 0..1, found 1.5.");
        assertThat(bench("--space=narrow")).isEqualTo(2);
        assertThat(err.toString()).contains("live, wide").contains("narrow");
        assertThat(bench("--objective=p99")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--objective: expected a plan with open_loop_rate, found none in the plan");
        assertThat(bench("--max-p99=5000")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--max-p99: expected a plan with open_loop_rate, found none in the plan");
        assertThat(bench("--tuners=rafiki,irace", "--hours=1")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--hours: expected time for the 30 trials of ")
                .contains(" s that irace requires, found 1.0.");
        assertThat(folder).isEmptyDirectory();
    }

    /** Leveled is a compaction of Cassandra. The other tuners would run for hours before it. */
    @Test
    void aTunerWhoseValuesThePlanLacksIsRefusedBeforeANodeStarts() {
        assertThat(redis("--datastore=redis")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--tuners: leveled: unknown knob compaction: expected one of hz, ")
                .contains(" Leave the tuner out.");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void resultsOfAnotherDatastoreAreRefusedBeforeANodeStarts() throws Exception {
        Path results = folder.resolve("live").resolve("0.5");
        StudyInputs.on(new Datastore.Redis("/old/redis-server"), List.of(REDIS_PLAN, REDIS_CATALOGUE))
                .require(results);
        assertThat(redis("--datastore=redis", "--tuners=rafiki,random")).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("rafiki: " + results.resolve("inputs.txt")
                        + ": expected the inputs of the first run, found changed ones.");
    }

    private int bench(String... more) {
        return execute(
                List.of("--catalogue=../conf/knobs/cassandra-5.0.yaml", "--plan=../conf/plans/sustained.yaml"), more);
    }

    private int redis(String... more) {
        return execute(List.of("--catalogue=" + REDIS_CATALOGUE, "--plan=" + REDIS_PLAN, "--workload=0.5"), more);
    }

    private int execute(List<String> first, String... more) {
        err.getBuffer().setLength(0);
        List<String> arguments = new ArrayList<>(List.of("head-to-head", "--out=" + folder));
        arguments.addAll(first);
        arguments.addAll(List.of(more));
        return Benchmarks.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }
}
