package io.rafiki.benchmark.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.trainer.analysis.VerificationRow.Round;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeComparisonTest {

    private static final int ROUNDS = 10;

    /** With all of n pairs in favour the exact two-sided p value is 2 / 2^n; Holm doubles the smaller of two. */
    @Test
    void comparesRafikiInPairsOfTheSameRounds() {
        NodeComparison comparison = new NodeComparison(
                "0.9",
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

    /** Machines differ between sessions, so measurements of different sessions are no pair. */
    @Test
    void pairsOnlyMeasurementsOfOneSession() {
        NodeComparison comparison =
                new NodeComparison("0.9", Map.of("baseline", rates(1, 0), "rafiki", rates(2, 0), "irace", rates(3, 1)));
        assertThat(comparison.rows()).extracting(NodeComparison.Row::name).containsExactly("rafiki", "baseline");
        assertThat(comparison.contests())
                .extracting(NodeComparison.Contest::name)
                .containsExactly("baseline");
    }

    /** Rounds differ by noise that pairs remove. */
    private static Map<Round, Double> rates(double factor, int session) {
        Map<Round, Double> rates = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            rates.put(new Round(round, session), factor * (1000 + 100 * round));
        }
        return rates;
    }
}
