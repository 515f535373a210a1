package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.host.PortTakenException;
import io.rafiki.trainer.ycsb.DataSetSpec;
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
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trials whose node does not start; what real nodes do is tested on real nodes. */
class TrialRunnerTest {

    @TempDir
    private Path folder;

    private final Deque<DatastoreException> failures = new ArrayDeque<>();
    private final List<TrialPhase> phases = new ArrayList<>();

    @Test
    void aTakenPortLeadsToOneRetry() throws Exception {
        failures.add(new PortTakenException("node: ended with 3: Address already in use"));
        failures.add(new DatastoreException("node: ended with 1: ConfigurationException: no"));
        Trial trial = run();
        assertThat(trial.status()).isEqualTo(TrialStatus.FAILED);
        assertThat(trial.code()).isEqualTo("node_or_client_failed");
        assertThat(trial.cause()).endsWith("ConfigurationException: no");
        assertThat(failures).isEmpty();
        assertThat(phases).containsExactly(TrialPhase.START, TrialPhase.START);
    }

    @Test
    void aPortThatIsTakenTwiceFailsTheTrial() throws Exception {
        failures.add(new PortTakenException("node: ended with 3: Address already in use"));
        failures.add(new PortTakenException("node: ended with 3: in use by another process"));
        Trial trial = run();
        assertThat(trial.code()).isEqualTo("port_taken");
        assertThat(trial.cause()).endsWith("in use by another process");
    }

    @Test
    void anyOtherFailureIsRecordedWithoutARetry() throws Exception {
        failures.add(new DatastoreException("node: ended with 1 before it was ready: ConfigurationException: no"));
        failures.add(new DatastoreException("never thrown"));
        Trial trial = run();
        assertThat(trial.cause()).endsWith("ConfigurationException: no");
        assertThat(trial.log()).isEqualTo("logs/" + trial.id() + ".log");
        assertThat(folder.resolve("out/logs/" + trial.id() + ".log")).hasContent("what it printed");
        assertThat(folder.resolve("work")).doesNotExist();
        assertThat(failures).hasSize(1);
    }

    /** The disk of the logs is full, for example. */
    @Test
    void aTrialWhoseLogCannotBeKeptKeepsItsCauseAndRemovesItsFolder() throws Exception {
        failures.add(new DatastoreException("node: ended with 1: ConfigurationException: no"));
        Files.createDirectories(folder.resolve("out"));
        Files.createFile(folder.resolve("out/logs"));
        Trial trial = run();
        assertThat(trial.cause()).endsWith("ConfigurationException: no");
        assertThat(trial.log()).isNull();
        assertThat(folder.resolve("work")).doesNotExist();
    }

    /** A trial that fails in two sessions has two lines, each with its log. */
    @Test
    void theLogOfAnEarlierAttemptStays() throws Exception {
        failures.add(new DatastoreException("node: ended with 1 before it was ready: ConfigurationException: no"));
        failures.add(new DatastoreException("node: ended with 1 before it was ready: ConfigurationException: neither"));
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
                Optional.empty(),
                Optional.empty(),
                false,
                WarmUp.fixed(Duration.ofSeconds(1)),
                Duration.ofSeconds(5),
                0.05,
                Optional.empty(),
                Map.of());
        TrialRunner runner = new TrialRunner(
                new TrialFolders(folder.resolve("out"), folder.resolve("work")),
                conditions,
                new Ycsb(folder, process -> {}),
                phases::add);
        return runner.run(
                new PlannedTrial(Workload.ofReadRatio(0.5), space.defaults(), 0),
                OptionalDouble.empty(),
                work -> {
                    Files.createDirectories(work);
                    Files.writeString(work.resolve("node.log"), "what it printed");
                    throw failures.remove();
                },
                Map.of("plan", 1L));
    }
}
