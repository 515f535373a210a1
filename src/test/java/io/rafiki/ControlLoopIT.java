package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/**
 * The loop on a real node in {@code auto}: a step of the workload changes the node, an operator rolls it back, and neither the
 * journal nor the node suffers from a kill. What was applied is seen by nodetool.
 */
class ControlLoopIT {

    private static final long PATIENCE = Duration.ofMinutes(2).toNanos();

    @TempDir
    Path folder;

    private CqlSession session;
    private PreparedStatement read;
    private PreparedStatement write;

    @Test
    @Execution(CONCURRENT)
    void adaptsToAWorkloadStepRollsBackAndSurvivesAKill() throws Exception {
        Path journal = folder.resolve("journal.jsonl");
        Path settings = Files.writeString(
                folder.resolve("rafiki.yaml"),
                """
                mode: auto
                model: %s
                journal: %s
                native_cache: %s
                window: 2s
                sample: 500ms
                guardrails: {min_operations: 100, cool_down: 0s, max_drift: 100, observation_period: 0s}
                """
                        .formatted(SteepModel.write(folder.resolve("model.zip")), journal, SharedNode.nativeCache()));

        RealNode first = RealNode.start(folder, RealNode.agent(settings));
        try {
            first.awaitTuner();
            open(first);
            drive(0, () -> applied(first) == 1);
            Pools forWrites = Pools.of(first);
            assertThat(forWrites.writers()).isGreaterThan(100);
            assertThat(forWrites.readers()).isLessThan(12);

            drive(1, () -> applied(first) == 2);
            Pools forReads = Pools.of(first);
            assertThat(forReads.writers()).isLessThan(12);
            assertThat(forReads.readers()).isGreaterThan(100);
            assertThat(first.tuner("ReadBackFailures")).isEqualTo(0L);
            assertThat(first.tuner("TickErrors")).isEqualTo(0L);
            assertThat(duration(first, "search")).isGreaterThanOrEqualTo(2);
            assertThat(duration(first, "apply")).isEqualTo(2);
            assertThat(duration(first, "read_back"))
                    .as("two knobs of two changes")
                    .isEqualTo(4);

            assertThat(first.tools().rafiki("status"))
                    .containsPattern("(?m)^Mode +auto$")
                    .containsPattern("(?m)^Plans applied +2$")
                    .containsPattern("(?m)^  Throughput +[0-9,]+ ops/s$")
                    .containsPattern("(?m)^  Read latency, 99th percentile +[0-9.]+ ms$")
                    .containsPattern("(?m)^  Window end +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d, \\d+ s ago$");
            String applied = history(first)
                    .filter(decision -> decision.get("kind").equals("apply"))
                    .map(decision -> (String) decision.get("id"))
                    .reduce((earlier, later) -> later)
                    .orElseThrow();
            assertThat(first.tools().rafikiHere("explain", applied))
                    .containsPattern("(?m)^Predicted gain +\\d+\\.\\d %$")
                    .containsPattern("(?m)^Workload +read ratio \\d+\\.\\d %, scan share 0\\.0 %$");
            assertThat(first.tools().rafikiHere("export", applied, "--as", "nodetool"))
                    .containsPattern("(?m)^nodetool setconcurrency MutationStage " + forReads.writers() + "$");

            first.beans().invoke(new ObjectName("io.rafiki:type=Tuner"), "rollback", null, null);
            assertThat(Pools.of(first)).isEqualTo(forWrites);
            assertThat(first.tools().rafiki("rollback")).containsPattern("(?m)^Result +ok$");
            assertThat(Pools.of(first)).as("of the start").isEqualTo(new Pools(32, 32));
            assertThatThrownBy(
                            () -> first.beans().invoke(new ObjectName("io.rafiki:type=Tuner"), "rollback", null, null))
                    .hasMessageContaining("nothing to roll back");
            first.tunerOperation("pause", "maintenance");
            first.beans().invoke(new ObjectName("io.rafiki:type=Tuner"), "resume", null, null);
            drive(1, () -> String.valueOf(first.tuner("Status")).contains(" was rolled back or judged worse at "));
            assertThat(applied(first))
                    .as("a change that was rolled back stays so")
                    .isEqualTo(2);
            session.close();
        } finally {
            first.kill();
        }

        List<JournalRecord> entries = JournalScan.entries(journal);
        assertThat(JournalScan.of(journal).damagedLines()).isEmpty();
        assertThat(entries.stream().filter(entry -> entry.kind() == RecordType.WRITE))
                .hasSize(4);
        assertThat(entries.stream().filter(entry -> entry.kind() == RecordType.ROLLBACK))
                .hasSize(4);
        assertThat(entries.stream().filter(entry -> entry.kind() == RecordType.READ_BACK))
                .hasSize(8)
                .allSatisfy(entry -> assertThat(entry.content()).containsEntry("ok", true));

        try (RealNode second = RealNode.start(folder, RealNode.agent(settings))) {
            second.awaitTuner();
            Awaitility.await("all knobs can be read before the first operation")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> !((CompositeData) second.tuner("Configuration"))
                            .values()
                            .toString()
                            .contains("?"));
            assertThat(Pools.of(second)).as("cassandra.yaml's values").isEqualTo(new Pools(32, 32));
            assertThat(history(second).map(decision -> decision.get("kind"))).contains("apply", "rollback");
            assertThat(history(second).map(decision -> decision.get("workload")))
                    .as("the workload after a restart")
                    .filteredOn(Objects::nonNull)
                    .isNotEmpty()
                    .allSatisfy(workload -> assertThat(((CompositeData) workload).get("scanShare"))
                            .isEqualTo(0.0));
        }
    }

    /** The settings permit no rewrite of data, so an operator runs the command that the status shows. */
    @Test
    @Execution(CONCURRENT)
    void anOperatorPermitsOneRewriteByTheCommandThatIsShown() throws Exception {
        Path settings = Files.writeString(
                folder.resolve("rafiki.yaml"),
                """
                mode: approve
                model: %s
                journal: journal.jsonl
                engine: compiled
                window: 2s
                sample: 500ms
                guardrails: {min_operations: 100, cool_down: 0s, max_drift: 100, observation_period: 0s}
                """
                        .formatted(SteepModel.writeWithCompaction(folder.resolve("model.zip"))));
        try (RealNode node = RealNode.start(folder, RealNode.agent(settings))) {
            node.awaitTuner();
            open(node);
            drive(0, () -> ((CompositeData[]) node.tuner("PriceClasses")).length > 0);
            String shown = node.tools().rafikiHere("status");
            Matcher command = Pattern.compile("(?m)^ +rafiki apply -p \\d+ (d\\d+) --allow rewrites_data   # always: ")
                    .matcher(shown);
            assertThat(command.find()).as(shown).isTrue();
            assertThat(node.tools().rafikiHere("apply", command.group(1), "--allow", "rewrites_data"))
                    .containsPattern("(?m)^Result +ok$");
            assertThat(node.attribute(
                                    "org.apache.cassandra.db:type=Tables,keyspace=loop,table=rows",
                                    "CompactionParametersJson")
                            .toString())
                    .contains("LeveledCompactionStrategy");
            session.close();
        }
    }

    private void open(RealNode node) {
        session = node.session();
        session.execute("CREATE KEYSPACE loop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE loop.rows (id int PRIMARY KEY, body text)");
        read = session.prepare("SELECT body FROM loop.rows WHERE id = ?");
        write = session.prepare("INSERT INTO loop.rows (id, body) VALUES (?, 'text')");
    }

    /** Sends operations until the condition holds, which is asked once per hundred. */
    private void drive(double readRatio, Callable<Boolean> reached) throws Exception {
        long deadline = System.nanoTime() + PATIENCE;
        while (!reached.call()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
            List<CompletionStage<AsyncResultSet>> running = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                running.add(session.executeAsync((i < 100 * readRatio ? read : write).bind(i)));
            }
            running.forEach(operation -> operation.toCompletableFuture().join());
        }
    }

    private static Stream<CompositeData> history(RealNode node) throws Exception {
        return Stream.of((CompositeData[]) node.beans()
                .invoke(new ObjectName("io.rafiki:type=Tuner"), "history", new Object[] {100}, new String[] {"int"}));
    }

    private static long applied(RealNode node) throws Exception {
        return (Long) node.tuner("PlansApplied");
    }

    /** How often Cassandra's registry has the duration of a step. */
    private static long duration(RealNode node, String step) throws Exception {
        return node.metric("type=Rafiki,scope=" + step + ",name=StepDuration", "Count");
    }

    /** The greatest sizes of two pools in nodetool's words. */
    private record Pools(int writers, int readers) {

        static Pools of(RealNode node) throws Exception {
            String shown = node.tools().nodetool("getconcurrency", "MutationStage", "ReadStage");
            return new Pools(size(shown, "MutationStage"), size(shown, "ReadStage"));
        }

        private static int size(String shown, String stage) {
            Matcher line =
                    Pattern.compile("(?m)^" + stage + "\\s+\\d+\\s+(\\d+)").matcher(shown);
            assertThat(line.find()).as(shown).isTrue();
            return Integer.parseInt(line.group(1));
        }
    }
}
