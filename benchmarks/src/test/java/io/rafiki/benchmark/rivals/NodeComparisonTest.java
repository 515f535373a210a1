package io.rafiki.benchmark.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.trainer.analysis.VerificationRow.Round;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.TunerObjective;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class NodeComparisonTest {

    private static final int ROUNDS = 10;
    private static final NodeComparison.Measurement FAILED = new NodeComparison.Measurement(0, Double.NaN);

    /** With all of n pairs in favour the exact two-sided p value is 2 / 2^n; Holm doubles the smaller of two. */
    @Test
    void comparesRafikiInPairsOfTheSameRounds() {
        NodeComparison comparison = new NodeComparison(
                "0.9",
                TunerObjective.THROUGHPUT,
                Map.of(
                        "baseline", rates(1, 0),
                        "rafiki", rates(1.5, 0),
                        "irace", rates(1.25, 0),
                        "same", rates(1.5, 0)));
        assertThat(comparison.rows())
                .extracting(NodeComparison.Row::name)
                .hasSize(4)
                .endsWith("irace", "baseline")
                .containsExactlyInAnyOrder("rafiki", "same", "irace", "baseline");
        NodeComparison.Row irace = comparison.rows().get(2);
        assertThat(irace.pairs()).isEqualTo(ROUNDS);
        assertThat(irace.gain().mean()).isCloseTo(0.25, within(1e-9));
        assertThat(irace.regret()).isCloseTo(1 - 1.25 / 1.5, within(1e-9));
        assertThat(NodeComparison.adjusted(List.of(comparison)))
                .hasSize(2)
                .allSatisfy(contest -> assertThat(contest.p()).isCloseTo(2 * 2 / 1024.0, within(1e-9)))
                .allSatisfy(contest -> assertThat(contest.verdict()).isEqualTo("better"))
                .filteredOn(contest -> contest.name().equals("irace"))
                .singleElement()
                .satisfies(contest -> assertThat(contest.gain().mean()).isCloseTo(0.2, within(1e-9)));
    }

    @Test
    void aConfigurationOfSeveralNamesIsComparedOnce() {
        NodeComparison comparison = new NodeComparison(
                "0.9",
                TunerObjective.THROUGHPUT,
                Map.of("baseline", rates(1, 0), "baseline 2", rates(1, 0), "rafiki", rates(1.5, 0)));
        assertThat(comparison.contests()).hasSize(1);
        assertThat(comparison.rows()).hasSize(3);
    }

    /** Machines differ between sessions, so measurements of different sessions are no pair. */
    @Test
    void pairsOnlyMeasurementsOfOneSession() {
        NodeComparison comparison = new NodeComparison(
                "0.9",
                TunerObjective.THROUGHPUT,
                Map.of("baseline", rates(1, 0), "rafiki", rates(2, 0), "irace", rates(3, 1)));
        assertThat(comparison.rows()).extracting(NodeComparison.Row::name).containsExactly("rafiki", "baseline");
        assertThat(comparison.contests())
                .extracting(NodeComparison.Contest::name)
                .containsExactly("baseline");
    }

    /** A latency of 0.8 of the baseline's is a gain of 20 %, and a quarter above the best one of 0.64. */
    @Test
    void comparesLatenciesAtTheRate() {
        NodeComparison comparison = ofThree(new TunerObjective(TrialObjective.p99, OptionalDouble.empty()), 1);
        assertThat(comparison.rows())
                .extracting(NodeComparison.Row::name)
                .containsExactly("rafiki", "irace", "baseline");
        NodeComparison.Row irace = comparison.rows().get(1);
        assertThat(irace.gain().mean()).isCloseTo(0.2, within(1e-9));
        assertThat(irace.gain().low()).isLessThanOrEqualTo(irace.gain().high());
        assertThat(irace.regret()).isCloseTo(0.25, within(1e-9));
        assertThat(NodeComparison.adjusted(List.of(comparison)))
                .hasSize(2)
                .allSatisfy(contest -> assertThat(contest.verdict()).isEqualTo("better"));
    }

    /** In one round the latency of rafiki is 30 times the baseline's. The geometric mean of all rounds is above the baseline's. */
    @Test
    void aLatencyOfOneRoundDoesNotChangeTheSign() {
        Map<Round, NodeComparison.Measurement> rafiki = measured(1, 0.95, 0);
        rafiki.put(new Round(0, 0), new NodeComparison.Measurement(1000, 30_000));
        NodeComparison comparison = new NodeComparison(
                "0.9",
                new TunerObjective(TrialObjective.p99, OptionalDouble.empty()),
                Map.of("baseline", measured(1, 1, 0), "rafiki", rafiki));
        assertThat(comparison.rows()).extracting(NodeComparison.Row::name).containsExactly("rafiki", "baseline");
        assertThat(comparison.contests())
                .singleElement()
                .satisfies(contest -> assertThat(contest.gain().mean()).isCloseTo(0.05, within(1e-9)));
    }

    /** In one of twelve rounds rafiki is 35 % faster. The geometric mean of all rounds is above the baseline's. */
    @Test
    void theVerdictHasTheDirectionOfTheRanks() {
        Map<Round, NodeComparison.Measurement> baseline = new LinkedHashMap<>();
        Map<Round, NodeComparison.Measurement> rafiki = new LinkedHashMap<>();
        for (int round = 0; round < 12; round++) {
            double rate = round == 5 ? 1350 : 980 - 0.1 * round;
            baseline.put(new Round(round, 0), new NodeComparison.Measurement(1000, Double.NaN));
            rafiki.put(new Round(round, 0), new NodeComparison.Measurement(rate, Double.NaN));
        }
        NodeComparison comparison =
                new NodeComparison("0.9", TunerObjective.THROUGHPUT, Map.of("baseline", baseline, "rafiki", rafiki));
        assertThat(NodeComparison.adjusted(List.of(comparison))).singleElement().satisfies(contest -> {
            assertThat(contest.gain().mean()).isPositive();
            assertThat(contest.p()).isLessThan(0.05);
            assertThat(contest.verdict()).isEqualTo("worse");
        });
    }

    /** The front does not depend on the objective: irace has more throughput, rafiki less latency, and the baseline neither. */
    @Test
    void theFrontHasWhatNothingElseExceeds() {
        NodeComparison comparison = ofThree(TunerObjective.THROUGHPUT, 1);
        assertThat(comparison.front()).extracting(NodeComparison.Row::name).containsExactly("irace", "rafiki");
        assertThat(NodeReport.verified(comparison))
                .last()
                .asString()
                .isEqualTo("0.9: Pareto front: irace (1,740 ops/s, 1,160 us), rafiki (1,595 ops/s, 928 us)");
    }

    /** What exceeds the limit is last, whatever its throughput, and is not compared. */
    @Test
    void aLimitOfTheLatencyExcludesConfigurations() {
        NodeComparison comparison =
                ofThree(new TunerObjective(TrialObjective.throughput, OptionalDouble.of(1000)), 0.5);
        assertThat(comparison.rows())
                .extracting(NodeComparison.Row::name)
                .containsExactly("rafiki", "baseline", "irace");
        assertThat(comparison.rows()).extracting(NodeComparison.Row::isWithin).containsExactly(true, true, false);
        assertThat(comparison.contests())
                .extracting(NodeComparison.Contest::name)
                .containsExactly("baseline");
        assertThat(NodeReport.verified(comparison).get(1)).contains("above the limit");
    }

    /** Rafiki and the baseline were also measured on a faster day. irace was not, and is equal to Rafiki on the common day. */
    @Test
    void aDayThatOthersLackFavoursNobody() {
        Map<Round, NodeComparison.Measurement> baseline = measured(1, 1, 1);
        Map<Round, NodeComparison.Measurement> rafiki = measured(1.1, 0.9, 1);
        measured(2, 0.5, 0).forEach(baseline::put);
        measured(2.2, 0.45, 0).forEach(rafiki::put);
        NodeComparison comparison = new NodeComparison(
                "0.9",
                new TunerObjective(TrialObjective.throughput, OptionalDouble.of(1_310)),
                Map.of("baseline", baseline, "rafiki", rafiki, "irace", measured(1.1, 0.9, 1)));
        assertThat(comparison.rows())
                .filteredOn(row -> !row.name().equals("baseline"))
                .hasSize(2)
                .allSatisfy(row -> {
                    assertThat(row.rate()).isCloseTo(1.1 * 1_450, within(1e-9));
                    assertThat(row.p99()).isCloseTo(0.9 * 1_450, within(1e-9));
                    assertThat(row.isWithin()).isTrue();
                });
    }

    /** Without its failures irace would be better than the baseline. */
    @Test
    void aFailedTrialIsTheWorstResult() {
        Map<Round, NodeComparison.Measurement> failing = rates(1.2, 0);
        failing.keySet().stream().limit(7).toList().forEach(round -> failing.put(round, FAILED));
        NodeComparison comparison = new NodeComparison(
                "0.9",
                TunerObjective.THROUGHPUT,
                Map.of("baseline", rates(1, 0), "rafiki", rates(1.1, 0), "irace", failing));
        NodeComparison.Row irace = comparison.rows().get(2);
        assertThat(irace.name()).isEqualTo("irace");
        assertThat(irace.pairs()).isEqualTo(ROUNDS);
        assertThat(irace.gain().mean()).isEqualTo(-1);
        assertThat(comparison.contests())
                .filteredOn(contest -> contest.name().equals("irace"))
                .singleElement()
                .satisfies(contest -> assertThat(contest.gain().mean()).isEqualTo(Double.POSITIVE_INFINITY));
    }

    /** A load that a node does not carry has no finite latency, and the configuration is not on the front. */
    @Test
    void aRateThatIsNotCarriedIsAnInfiniteLatency() {
        NodeComparison comparison = new NodeComparison(
                "0.9",
                new TunerObjective(TrialObjective.p99, OptionalDouble.empty()),
                Map.of(
                        "baseline", measured(1, 1, 0),
                        "rafiki", measured(1.1, 0.64, 0),
                        "irace", measured(1.2, Double.POSITIVE_INFINITY, 0)));
        assertThat(comparison.rows())
                .extracting(NodeComparison.Row::name)
                .containsExactly("rafiki", "baseline", "irace");
        assertThat(comparison.front()).extracting(NodeComparison.Row::name).containsExactly("rafiki");
        assertThat(NodeReport.verified(comparison).get(1)).contains("infinite");
    }

    @Test
    void aChoiceOfRafikiAboveTheLimitIsStated() {
        NodeComparison comparison = new NodeComparison(
                "0.9",
                new TunerObjective(TrialObjective.throughput, OptionalDouble.of(1000)),
                Map.of(
                        "baseline", measured(1, 0.5, 0),
                        "rafiki", measured(1.1, 0.8, 0)));
        assertThat(NodeReport.contests(List.of(comparison)))
                .containsExactly("0.9: rafiki exceeds the limit of the latency, so it is compared with no other.");
    }

    private static NodeComparison ofThree(TunerObjective objective, double latencyOfBaseline) {
        return new NodeComparison(
                "0.9",
                objective,
                Map.of(
                        "baseline", measured(1, latencyOfBaseline, 0),
                        "rafiki", measured(1.1, 0.64, 0),
                        "irace", measured(1.2, 0.8, 0)));
    }

    private static Map<Round, NodeComparison.Measurement> rates(double factor, int session) {
        return measured(factor, Double.NaN, session);
    }

    /** Rounds differ by noise that pairs remove. The baseline has a mean of 1,450 operations/s, and a median of 1,450 us. */
    private static Map<Round, NodeComparison.Measurement> measured(double rates, double latencies, int session) {
        Map<Round, NodeComparison.Measurement> measured = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            double noisy = 1000 + 100 * round;
            measured.put(new Round(round, session), new NodeComparison.Measurement(rates * noisy, latencies * noisy));
        }
        return measured;
    }
}
