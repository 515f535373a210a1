package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.cassandra.DataSetSpec;
import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trials whose node does not start; what real nodes do is tested on real nodes. */
class TrialRunnerTest {

    @TempDir
    private Path folder;

    private final Deque<String> causes = new ArrayDeque<>();
    private final List<TrialPhase> phases = new ArrayList<>();

    @Test
    void aPortThatIsTakenIsNotTheTrialsFault() throws Exception {
        causes.add("node: ended with 3 before it was ready: java.net.BindException: Address already in use");
        causes.add("node: ended with 1 before it was ready: ConfigurationException: no");
        Trial trial = run();
        assertThat(trial.status()).isEqualTo(TrialStatus.FAILED);
        assertThat(trial.cause()).endsWith("ConfigurationException: no");
        assertThat(causes).isEmpty();
        assertThat(phases).containsExactly(TrialPhase.START, TrialPhase.START);
    }

    /** Cassandra's own words for the port between nodes (InboundConnectionInitiator). */
    @Test
    void neitherIsThePortBetweenNodes() throws Exception {
        causes.add("node: ended with 3 before it was ready: org.apache.cassandra.exceptions.ConfigurationException:"
                + " /127.0.0.1:7000 is in use by another process.  Change listen_address:storage_port in"
                + " cassandra.yaml");
        causes.add("node: ended with 1 before it was ready: ConfigurationException: no");
        assertThat(run().cause()).endsWith("ConfigurationException: no");
        assertThat(causes).isEmpty();
    }

    @Test
    void anyOtherCauseIsAFinding() throws Exception {
        causes.add("node: ended with 1 before it was ready: ConfigurationException: no");
        causes.add("not asked for");
        Trial trial = run();
        assertThat(trial.cause()).endsWith("ConfigurationException: no");
        assertThat(trial.log()).isEqualTo("logs/" + trial.id() + ".log");
        assertThat(folder.resolve("out/logs/" + trial.id() + ".log")).hasContent("what it printed");
        assertThat(folder.resolve("work")).doesNotExist();
        assertThat(causes).hasSize(1);
    }

    /** A trial that fails, and fails otherwise in the next sitting: both lines have their log. */
    @Test
    void theLogOfAnEarlierAttemptStays() throws Exception {
        causes.add("node: ended with 1 before it was ready: ConfigurationException: no");
        causes.add("node: ended with 1 before it was ready: ConfigurationException: neither");
        Trial first = run();
        Files.writeString(folder.resolve("out").resolve(first.log()), "the first");
        Trial second = run();
        assertThat(second.log()).isEqualTo("logs/" + second.id() + "-2.log");
        assertThat(folder.resolve("out").resolve(first.log())).hasContent("the first");
        assertThat(folder.resolve("out").resolve(second.log())).hasContent("what it printed");
    }

    private Trial run() throws InterruptedException {
        KnobSpace space = new KnobSpace(List.of(new IntegerKnob("concurrent_reads", "threads", 8, 64, Map.of(), 32)));
        TrialConditions conditions = new TrialConditions(
                new DataSetSpec(10, 1, 10, 0),
                "uniform",
                Optional.empty(),
                1,
                256,
                Optional.empty(),
                Optional.empty(),
                false,
                WarmUp.fixed(Duration.ofSeconds(1)),
                Duration.ofSeconds(5),
                0.05);
        TrialRunner runner = new TrialRunner(
                new TrialFolders(folder.resolve("out"), folder.resolve("work")),
                conditions,
                new Ycsb(folder, process -> {}),
                phases::add);
        return runner.run(
                new PlannedTrial(Workload.ofReadRatio(0.5), space.defaults(), 0),
                work -> {
                    Files.createDirectories(work);
                    Files.writeString(work.resolve("node.log"), "what it printed");
                    throw new DatastoreException(causes.remove());
                },
                Map.of("plan", 1L));
    }
}
