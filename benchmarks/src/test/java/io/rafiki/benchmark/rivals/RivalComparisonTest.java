package io.rafiki.benchmark.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RivalComparisonTest {

    /** With all of n differences positive the exact two-sided p value is 2 / 2^n; Holm doubles the smaller of two. */
    @Test
    void testsDifferencesBySignedRanks() {
        List<RivalRun> runs = new ArrayList<>();
        for (int seed = 1; seed <= 10; seed++) {
            runs.add(run("rafiki", seed, 0.01 * seed));
            runs.add(run("worse", seed, 0.012 * seed));
            runs.add(run("equal", seed, 0.01 * seed));
        }
        List<RivalComparison.Row> rows = new RivalComparison(runs).rows();
        assertThat(rows).extracting(RivalComparison.Row::tuner).containsExactly("rafiki", "worse", "equal");
        assertThat(rows.get(0).median()).isCloseTo(0.055, within(1e-9));
        assertThat(rows.get(1).p()).isCloseTo(2 * 2 / 1024.0, within(1e-9));
        assertThat(rows.get(1).difference()).isCloseTo(0.011, within(1e-9));
        assertThat(rows.get(1).verdict()).isEqualTo("better");
        assertThat(rows.get(2).p()).isEqualTo(1);
        assertThat(rows.get(2).verdict()).isEqualTo("not shown to differ");
    }

    /** 21 small losses against 19 larger gains: the rank sums are 231 and 589. */
    @Test
    void theVerdictHasTheDirectionOfTheTestWhereTheMedianHasAnother() {
        List<RivalRun> runs = new ArrayList<>();
        for (int seed = 1; seed <= 40; seed++) {
            runs.add(run("rafiki", seed, 0.1));
            runs.add(run("other", seed, 0.1 + (seed <= 21 ? -0.001 : 0.001) * seed));
        }
        RivalComparison.Row other = new RivalComparison(runs).rows().get(1);
        assertThat(other.difference()).isNegative();
        assertThat(other.p()).isLessThan(0.05);
        assertThat(other.verdict()).isEqualTo("better");
    }

    @Test
    void comparesOnlySurfacesThatBothWereOn() {
        List<RivalRun> runs = List.of(run("rafiki", 1, 0.1), run("other", 1, 0.05), run("other", 2, 0.5));
        assertThat(new RivalComparison(runs).rows().get(1))
                .satisfies(row -> assertThat(row.surfaces()).isEqualTo(1))
                .satisfies(row -> assertThat(row.worst()).isEqualTo(0.05));
    }

    @Test
    void needsTheReference() {
        assertThatThrownBy(() -> new RivalComparison(List.of(run("other", 1, 0.1))))
                .hasMessageContaining("expected runs of rafiki, found [other]");
    }

    /** A trial counts from its end; the last one may end after the machine time. */
    @Test
    void theBudgetIsTrialsOrMachineTime() {
        List<Double> regrets = List.of(0.4, 0.3, 0.2, 0.1);
        RivalRun byTime = run("rafiki", 1, 1.0, regrets, List.of(900.0, 1800.0, 2700.0, 3700.0));
        assertThat(byTime.regretAfter(0.1)).isEqualTo(0.4);
        assertThat(byTime.regretAfter(0.5)).isEqualTo(0.3);
        assertThat(byTime.regretAfter(1)).isEqualTo(0.1);
        RivalRun byTrials = run("rafiki", 1, null, regrets, null);
        assertThat(byTrials.regretAfter(0.05)).isEqualTo(0.3);
        assertThat(byTrials.regretAfter(0.5)).isEqualTo(0.1);
    }

    private static RivalRun run(String tuner, long seed, double regret) {
        return run(tuner, seed, null, List.of(0.5, regret), null);
    }

    private static RivalRun run(String tuner, long seed, Double hours, List<Double> regrets, List<Double> ends) {
        return new RivalRun(
                tuner,
                SurfaceKind.forest,
                0.9,
                seed,
                40,
                hours,
                regrets.get(regrets.size() - 1),
                regrets,
                ends,
                Map.of("compaction", "x"),
                1);
    }
}
