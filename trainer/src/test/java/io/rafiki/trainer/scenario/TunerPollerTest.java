package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.operator.ConsoleException;
import io.rafiki.trainer.operator.ServedBeans;
import io.rafiki.trainer.operator.TunerConsole;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The poller reads a tuner's bean through a real JMX connection. Its clock is the test's. */
class TunerPollerTest {

    private final PolledTuner tuner = new PolledTuner();
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private volatile double second;
    private ServedBeans beans;
    private TunerPoller poller;

    @BeforeEach
    void follow() throws Exception {
        beans = new ServedBeans();
        beans.registerTuner(tuner, Tuner.class);
        poller = new TunerPoller(
                TunerConsole.connect("127.0.0.1", beans.port(), JmxLogin.NONE), () -> second, lines::add);
        poller.counters();
    }

    @AfterEach
    void close() throws Exception {
        poller.close();
        beans.close();
    }

    @Test
    void recordsEachDecisionOnceWithTheConfigurationAfterAChange() {
        second = 1;
        tuner.decide("d1", "hold", "workload_unchanged", "");
        poller.counters();
        second = 2;
        tuner.change("concurrent_reads", "64");
        tuner.decide("d2", "apply", "predicted_gain", "concurrent_reads 32 -> 64");
        assertThat(poller.counters()).isEqualTo(new TunerCounters(0, 2, 1, 0, Map.of("workload_unchanged", 1L)));
        poller.counters();
        assertThat(poller.events())
                .extracting(
                        TimelineEvent::second, TimelineEvent::kind, TimelineEvent::code, TimelineEvent::configuration)
                .containsExactly(
                        tuple(1.0, TimelineEvent.Kind.HOLD, "workload_unchanged", null),
                        tuple(2.0, TimelineEvent.Kind.APPLY, "predicted_gain", "concurrent_reads=64"));
        assertThat(lines)
                .filteredOn(line -> line.contains("[d2]"))
                .singleElement()
                .asString()
                .contains("2.0 s", "concurrent_reads 32 -> 64");
    }

    /** The tuner lists a change before its last write. What others write later is not part of it. */
    @Test
    void theConfigurationAfterAChangeHasItsLateWrites() {
        second = 1;
        tuner.change("concurrent_reads", "64");
        tuner.decide("d1", "apply", "predicted_gain", "concurrent_reads 32 -> 64, concurrent_writes 32 -> 128");
        poller.counters();
        tuner.change("concurrent_writes", "128");
        poller.counters();
        second = 11;
        poller.counters();
        tuner.change("concurrent_reads", "16");
        poller.counters();
        assertThat(poller.events())
                .extracting(TimelineEvent::second, TimelineEvent::configuration)
                .containsExactly(tuple(1.0, "concurrent_reads=64, concurrent_writes=128"));
    }

    @Test
    void theConfigurationAfterAReturnToTheStartIsTheBaseline() {
        tuner.change("concurrent_reads", "64");
        tuner.decide("d1", "apply", "predicted_gain", "concurrent_reads 32 -> 64");
        poller.counters();
        second = 20;
        tuner.change("concurrent_reads", "32");
        tuner.decide("d2", "rollback", "rolled_back_by_operator", "concurrent_reads 64 -> 32");
        poller.counters();
        assertThat(poller.events())
                .extracting(TimelineEvent::configuration)
                .containsExactly("concurrent_reads=64", Variant.BASELINE);
    }

    /** Meanwhile the tuner lowers the limit of compactions for the clients, which is no part of the change. */
    @Test
    void theConfigurationAfterAChangeIsNotThatDuringItsRewrite() {
        second = 1;
        tuner.change("compaction_throughput", "unlimited");
        tuner.decide("d1", "apply", "predicted_gain", "compaction_throughput 64 -> unlimited");
        poller.counters();
        tuner.rewriting = "10 of 100 MiB";
        poller.counters();
        tuner.change("compaction_throughput", "10");
        poller.counters();
        assertThat(poller.events())
                .extracting(TimelineEvent::configuration)
                .containsExactly("compaction_throughput=unlimited", null);
    }

    @Test
    void recordsDecisionsBetweenTwoPollsInTheirOrder() {
        synchronized (tuner) {
            tuner.decide("d1", "propose", "predicted_gain", "");
            tuner.decide("d2", "apply", "applied_by_operator", "");
            tuner.decide("d3", "rollback", "rolled_back_by_operator", "");
        }
        poller.counters();
        assertThat(poller.events())
                .extracting(TimelineEvent::kind)
                .containsExactly(TimelineEvent.Kind.PROPOSE, TimelineEvent.Kind.APPLY, TimelineEvent.Kind.ROLLBACK);
    }

    @Test
    void recordsTheBeginAndTheEndOfARewrite() {
        tuner.rewriting = "10 of 100 MiB";
        poller.counters();
        tuner.rewriting = "60 of 100 MiB";
        second = 4;
        poller.counters();
        tuner.rewriting = "90 of 100 MiB";
        second = 5;
        poller.counters();
        second = 6;
        tuner.rewriting = null;
        poller.counters();
        assertThat(poller.events())
                .extracting(TimelineEvent::second, TimelineEvent::kind)
                .containsExactly(tuple(0.0, TimelineEvent.Kind.REWRITING), tuple(6.0, TimelineEvent.Kind.SETTLED));
        assertThat(lines)
                .as("one line in three seconds")
                // the poller's own thread may have read the value before
                .anySatisfy(line -> assertThat(line).matches(" *4\\.0 s +rewriting +(10|60) of 100 MiB"))
                .noneSatisfy(line -> assertThat(line).matches(".*rewriting +90 of 100 MiB"));
    }

    @Test
    void theNodeIsUnsettledDuringATrialCompactionAndARewrite() {
        assertThat(poller.isUnsettled()).isFalse();
        tuner.decide("d1", "hold", "trial_compaction_runs", "");
        poller.counters();
        assertThat(poller.isUnsettled()).isTrue();
        tuner.decide("d2", "hold", "not_stationary", "");
        poller.counters();
        assertThat(poller.isUnsettled()).as("nothing is decided").isTrue();
        tuner.decide("d3", "apply", "predicted_gain", "compaction SizeTiered -> Leveled");
        tuner.rewriting = "10 of 100 MiB";
        poller.counters();
        assertThat(poller.isUnsettled()).isTrue();
        tuner.rewriting = null;
        poller.counters();
        assertThat(poller.isUnsettled()).isFalse();
    }

    @Test
    void printsTheStatusAfterTenQuietSeconds() {
        second = 9;
        poller.counters();
        assertThat(lines).hasSize(1);
        second = 10;
        poller.counters();
        assertThat(lines).hasSize(2).last().asString().contains("10.0 s", "watching");
    }

    @Test
    void reportsATunerThatStoppedOnceAndKeepsItsEvents() throws Exception {
        tuner.decide("d1", "hold", "no_model", "");
        poller.counters();
        beans.unregisterTuner();
        assertVanishes("the agent has stopped");
    }

    @Test
    void reportsANodeThatVanishedOnceAndKeepsItsEvents() throws Exception {
        tuner.decide("d1", "hold", "no_model", "");
        poller.counters();
        beans.close();
        assertVanishes("connection was lost");
    }

    /** The loss is reported without a request; then the counters are unknown. */
    private void assertVanishes(String cause) {
        Awaitility.await()
                .untilAsserted(() -> assertThat(lines).last().asString().contains("console", cause));
        assertThatThrownBy(() -> poller.counters()).isInstanceOf(ConsoleException.class);
        assertThat(lines).filteredOn(line -> line.contains("console")).hasSize(1);
        assertThat(poller.events()).extracting(TimelineEvent::code).containsExactly("no_model");
    }

    /** The part of the agent's bean that is polled. */
    public interface Tuner {
        long getDecisions();

        long getPlansApplied();

        long getReadBackFailures();

        String getRewriting();

        String getStatus();

        CompositeData getConfiguration() throws OpenDataException;

        CompositeData[] history(int most) throws OpenDataException;
    }

    private static final class PolledTuner implements Tuner {

        private final List<Map<String, String>> decisions = new ArrayList<>();
        private final Map<String, String> configuration =
                new LinkedHashMap<>(Map.of("concurrent_reads", "32", "concurrent_writes", "32"));
        private long applied;
        private volatile String rewriting;

        synchronized void decide(String id, String kind, String code, String changes) {
            decisions.add(Map.of("id", id, "kind", kind, "code", code, "reason", "a reason", "changes", changes));
            applied += kind.equals("apply") ? 1 : 0;
        }

        synchronized void change(String knob, String value) {
            configuration.put(knob, value);
        }

        @Override
        public synchronized long getDecisions() {
            return decisions.size();
        }

        @Override
        public synchronized long getPlansApplied() {
            return applied;
        }

        @Override
        public long getReadBackFailures() {
            return 0;
        }

        @Override
        public String getRewriting() {
            return rewriting;
        }

        @Override
        public String getStatus() {
            return "watching";
        }

        @Override
        public synchronized CompositeData getConfiguration() throws OpenDataException {
            return composite(configuration);
        }

        @Override
        public synchronized CompositeData[] history(int most) throws OpenDataException {
            List<CompositeData> last = new ArrayList<>();
            for (Map<String, String> decision :
                    decisions.subList(Math.max(0, decisions.size() - most), decisions.size())) {
                last.add(composite(decision));
            }
            return last.toArray(CompositeData[]::new);
        }

        private static CompositeData composite(Map<String, String> texts) throws OpenDataException {
            String[] names = texts.keySet().toArray(String[]::new);
            OpenType<?>[] types = new OpenType<?>[names.length];
            Arrays.fill(types, SimpleType.STRING);
            return new CompositeDataSupport(new CompositeType("Texts", "Texts", names, names, types), texts);
        }
    }
}
