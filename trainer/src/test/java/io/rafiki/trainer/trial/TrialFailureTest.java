package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.reason.ReasonText;
import io.rafiki.trainer.trial.TrialFailure.Disturbance;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TrialFailureTest {

    private static final Map<TrialFailure, String> TEXTS = texts();

    private static Map<TrialFailure, String> texts() {
        Map<TrialFailure, String> texts = new LinkedHashMap<>();
        texts.put(
                new TrialFailure.BackgroundCpuTooHigh(0.09, 0.05),
                "other processes, or other virtual machines of the host, used 9 % of the processors, at most 5 % is permitted");
        texts.put(
                new TrialFailure.StationarityUnknown(84, 11),
                "the stationarity after 84 s of warm-up is unknown: node and client were pinned for less than 11 s");
        texts.put(
                new TrialFailure.WarmUpTooShort(40, 10, 0.2, -0.123, 0.1),
                "throughput was not stationary after 40 s of warm-up: changes of +20 % and -12 % in 10 s,"
                        + " at most 10 % is permitted");
        texts.put(
                new TrialFailure.JvmStillCompiling(27, 0.8, 0.2),
                "the JVM still compiled after 27 s of warm-up: 80 % of the time, at most 20 % is permitted");
        texts.put(
                new TrialFailure.ThroughputNotStationary(30, -0.13, Optional.empty()),
                "not stationary after 30 s: throughput changed by -13 %");
        texts.put(
                new TrialFailure.ThroughputNotStationary(120, -0.3, Optional.of(2)),
                "not stationary after 120 s: throughput changed by -30 % in state 2");
        texts.put(
                new TrialFailure.DebtNotStationary(120, -0.08, 0.21, 0.1, 0),
                "not stationary after 120 s: throughput changed by -8 %, sstables by +21 % in size and +10 % in number,"
                        + " pending compactions by +0 %");
        texts.put(
                new TrialFailure.ClientSaturated(0.97, 0.95),
                "the load generator used 97 % of its processors and limited the throughput; give it more processors");
        texts.put(
                new TrialFailure.Eliminated(45, 8123.4, 9000.1),
                "eliminated after 45 s: throughput is at most 8123 ops/s, and the race needs 9000");
        texts.put(
                new TrialFailure.KnobNotInEffect("concurrent_reads", 16, 32L),
                "effective configuration: expected concurrent_reads=16, found 32");
        texts.put(new TrialFailure.NodeStalled(12), "node: expected operations in each second, found none for 12 s");
        texts.put(new TrialFailure.OperationsFailed(3), "YCSB: expected no failed operation, found 3");
        texts.put(new TrialFailure.PhaseTooLong("node: late"), "node: late");
        texts.put(new TrialFailure.PortTaken("node: port"), "node: port");
        texts.put(new TrialFailure.NodeOrClientFailed("YCSB: exit 1"), "YCSB: exit 1");
        texts.put(new TrialFailure.CampaignStopped(), "the campaign was stopped");
        return texts;
    }

    @Test
    void eachFailureHasItsText() {
        assertThat(TEXTS.keySet().stream().map(TrialFailure::getClass))
                .containsAll(records(TrialFailure.class).toList());
        TEXTS.forEach((failure, text) -> assertThat(ReasonText.of(failure)).isEqualTo(text));
    }

    @Test
    void aDisturbedTrialIsRepeatedAndAFailedOneIsNot() {
        assertThat(TEXTS.keySet()).allSatisfy(failure -> assertThat(failure.status() == TrialStatus.DISTURBED)
                .isEqualTo(failure instanceof Disturbance));
        assertThat(new TrialFailure.PhaseTooLong("").status()).isEqualTo(TrialStatus.TIMEOUT);
        assertThat(new TrialFailure.CampaignStopped().status()).isEqualTo(TrialStatus.ABORTED);
        assertThat(new TrialFailure.NodeStalled(10).status()).isEqualTo(TrialStatus.FAILED);
    }

    private static Stream<Class<? extends TrialFailure>> records(Class<?> type) {
        return Arrays.stream(type.getPermittedSubclasses())
                .flatMap(sub -> sub.isRecord() ? Stream.of(sub.asSubclass(TrialFailure.class)) : records(sub));
    }
}
