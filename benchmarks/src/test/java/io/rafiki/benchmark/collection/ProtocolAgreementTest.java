package io.rafiki.benchmark.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.benchmark.collection.ProtocolAgreement.Row;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.Throughput;
import io.rafiki.trainer.trial.Timing;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProtocolAgreementTest {

    private final List<Trial> trials = new ArrayList<>();
    private final List<Trial> references = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void equalRanksHaveTauOneAndNoRegret() {
        pair("baseline", 100, 90);
        pair("a", 120, 100);
        pair("b", 140, 110);
        ProtocolAgreement agreement = agreement();
        assertThat(agreement.sessions()).isOne();
        assertThat(agreement.tau(Row::relativeTrial)).isEqualTo(1);
        assertThat(agreement.regret(Row::relativeTrial)).isZero();
        assertThat(agreement.rows()).extracting(agreement::rankOfReference).containsExactly(3, 2, 1);
    }

    /** Of six pairs of configurations, the trials order one wrongly: tau is (5 - 1) / 6. */
    @Test
    void aWrongChoiceCostsItsDistanceToTheBestReference() {
        pair("baseline", 100, 100);
        pair("a", 120, 110);
        pair("b", 150, 180);
        pair("c", 160, 135);
        ProtocolAgreement agreement = agreement();
        assertThat(agreement.tau(Row::relativeTrial)).isCloseTo(4.0 / 6, within(1e-9));
        assertThat(agreement.regret(Row::relativeTrial)).isCloseTo(0.25, within(1e-9));
    }

    @Test
    void aFasterMachineInAnotherSessionIsNoFasterConfiguration() {
        pair("baseline", 100, 100);
        pair("a", 120, 120);
        now = now.plusSeconds(7_200);
        pair("baseline", 200, 200);
        pair("b", 210, 210);
        ProtocolAgreement agreement = agreement();
        assertThat(agreement.sessions()).isEqualTo(2);
        assertThat(agreement.rows()).extracting(Row::label).containsExactly("baseline", "a", "b");
        assertThat(agreement.rows()).extracting(agreement::rankOfReference).containsExactly(3, 1, 2);
    }

    @Test
    void aTrialWithoutReferenceOrBaselineIsNotCompared() {
        pair("a", 120, 120);
        trials.add(trial("b", 100, 1));
        assertThat(agreement().rows()).isEmpty();
    }

    private ProtocolAgreement agreement() {
        return ProtocolAgreement.of(
                0.5,
                trials,
                references,
                trial -> String.valueOf(trial.proposed().get("label")));
    }

    private void pair(String label, double rate, double reference) {
        trials.add(trial(label, rate, 90));
        references.add(trial(label, reference, 1_200));
    }

    private Trial trial(String label, double rate, int seconds) {
        Trial trial = new Trial(
                label,
                TrialStatus.OK,
                null,
                Map.of("label", label),
                null,
                null,
                new Environment(
                        1,
                        400,
                        1000,
                        "cgroup v2",
                        3000,
                        "cgroup v2",
                        128,
                        "disk",
                        null,
                        null,
                        "0",
                        "1",
                        24_000,
                        "cpu",
                        "Linux",
                        "17",
                        "5.0.9",
                        null,
                        "first"),
                new Timing(now.toString(), 1.0, 1.0, 1.0, seconds, 0.0),
                new Throughput(rate, rate, rate, Collections.nCopies(seconds, rate)),
                null,
                null,
                null,
                null,
                null,
                "log",
                null);
        now = now.plusSeconds(seconds);
        return trial;
    }
}
