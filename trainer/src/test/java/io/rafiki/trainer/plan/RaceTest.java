package io.rafiki.trainer.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.trainer.trial.EarlyStop;
import io.rafiki.trainer.trial.TrialObjective;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RaceTest {

    private static final int REPEATS = 5;
    private static final int SECONDS = 120;
    private static final int RACES = Boolean.getBoolean("rafiki.long") ? 1_000 : 300;

    /** Student's quantile for 10 degrees at 97.5 %. */
    private static final double T = 2.2281;

    /** With one replicate of each, only the prior of 7 % counts: the floor is 2.2281 times 7 % times the root of 2 below the leader. */
    @Test
    void theFirstFloorFollowsFromThePrior() {
        Race<String> race = race(1, 0);
        assertThat(race.floor("b")).isEmpty();
        race.add("a", 1000);
        double floor = race.floor("b").orElseThrow();
        assertThat(floor).isCloseTo(1000 * Math.exp(-T * 0.07 * Math.sqrt(2)), within(0.1));
        assertThat(race.floor("a")).as("no rival").isEmpty();
        race.add("b", floor + 1);
        assertThat(race.isEliminated("b")).isFalse();
        Race<String> other = race(1, 0);
        other.add("a", 1000);
        other.add("b", floor - 1);
        assertThat(other.isEliminated("b")).isTrue();
        assertThat(other.isEliminated("a")).isFalse();
        assertThat(other.isDecided(List.of("a", "b"))).isTrue();
        assertThat(other.isDecided(List.of("a", "b", "not measured"))).isFalse();
        assertThat(other.leader()).contains("a");
    }

    /** A margin raises the floor, but never above the leader. */
    @Test
    void aMarginMakesTheRaceShorter() {
        Race<String> some = race(1, 0.1);
        some.add("a", 1000);
        assertThat(some.floor("b").orElseThrow()).isCloseTo(1100 * Math.exp(-T * 0.07 * Math.sqrt(2)), within(0.1));
        Race<String> wide = race(1, 1);
        wide.add("a", 1000);
        assertThat(wide.floor("b").orElseThrow()).isCloseTo(1000, within(1e-6));
        wide.add("b", 1000);
        assertThat(wide.isEliminated("a") || wide.isEliminated("b"))
                .as("a tie of leaders")
                .isFalse();
    }

    @Test
    void asManyAsItKeepsMustBeBetter() {
        Race<String> race = race(2, 0);
        race.add("a", 1000);
        race.add("b", 100);
        assertThat(race.isEliminated("b")).isFalse();
        race.add("c", 1000);
        assertThat(race.isEliminated("b")).isTrue();
        assertThat(race.isDecided(List.of("a", "b", "c"))).isTrue();
    }

    /** Three replicates above the threshold permit a worse next one. */
    @Test
    void earlierReplicatesLowerTheFloor() {
        Race<String> race = race(1, 0);
        for (int i = 0; i < 3; i++) {
            race.add("a", 1000 + i);
            race.add("b", 930 + i);
        }
        assertThat(race.isEliminated("b")).isFalse();
        assertThat(race.floor("b").orElseThrow()).isLessThan(race.floor("c").orElseThrow());
    }

    /** The prior of 90 % alone decides between single replicates of a latency. A trial cannot be ended early by its throughput. */
    @Test
    void theLowestLatencyWins() {
        Race<String> race = new Race<>(new Race.Rule(1, 0, false), TrialObjective.p99);
        race.add("a", 5_000);
        assertThat(race.floor("b")).isEmpty();
        double bound = 5_000 * Math.exp(T * 0.9 * Math.sqrt(2));
        race.add("b", bound - 100);
        race.add("c", bound + 100);
        assertThat(List.of("a", "b", "c")).filteredOn(race::isEliminated).containsExactly("c");
        assertThat(race.leader()).contains("a");
    }

    /** Two baseline trials of the recorded campaign, in microseconds: a factor of 2.4 between replicates of one configuration. */
    @Test
    void theNoiseOfALatencyEliminatesNothing() {
        Race<String> race = new Race<>(new Race.Rule(1, 0, false), TrialObjective.p99);
        race.add("a", 8_799);
        race.add("b", 21_071);
        assertThat(race.isEliminated("b")).isFalse();
    }

    /** Rounds of five, three, two and one configuration. A round that is not over eliminates nothing. */
    @Test
    void halvingKeepsTheBetterHalfOfEachRound() {
        Race<String> race = new Race<>(new Race.Rule(1, 0, true));
        assertThat(race.leader()).isEmpty();
        List<String> all = List.of("a", "b", "c", "d", "e");
        double[] first = {1000, 990, 980, 970, 960};
        for (int c = 0; c < all.size(); c++) {
            race.add(all.get(c), first[c]);
        }
        assertThat(all).filteredOn(race::isEliminated).containsExactly("d", "e");
        assertThat(race.floor("a")).as("no early end").isEmpty();
        race.add("a", 700);
        race.add("b", 980);
        assertThat(all).filteredOn(race::isEliminated).containsExactly("d", "e");
        assertThat(race.isDecided(all)).isFalse();
        race.add("c", 985);
        assertThat(all).filteredOn(race::isEliminated).containsExactly("a", "d", "e");
        race.add("b", 1000);
        race.add("c", 900);
        assertThat(race.leader()).contains("b");
        assertThat(race.isDecided(all)).isTrue();
    }

    @Test
    void halvingKeepsAsManyAsItShould() {
        Race<Integer> race = new Race<>(new Race.Rule(2, 0, true));
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            for (int c = 0; c < 5; c++) {
                if (!race.isEliminated(c)) {
                    race.add(c, 1000 - c);
                }
            }
        }
        assertThat(List.of(0, 1, 2, 3, 4)).filteredOn(race::isEliminated).containsExactly(2, 3, 4);
    }

    /**
     * Eight configurations, the best 5 % ahead of the next. Replicates differ by 6 %, seconds by 10 % with an autocorrelation of 0.8. Trials
     * end early as in a campaign.
     */
    @Test
    void theBestIsSeldomEliminatedAndAWorseOneEndsBeforeHalfOfItsTime() {
        double[] means = {1000, 950, 940, 930, 900, 850, 800, 600};
        int worse = 6;
        Random random = new Random(51);
        int lost = 0;
        int[] early = new int[means.length];
        double[] measured = new double[means.length];
        for (int i = 0; i < RACES; i++) {
            Race<Integer> race = race(1, 0);
            double[] seconds = run(race, means, random);
            lost += race.isEliminated(0) ? 1 : 0;
            for (int c = 0; c < means.length; c++) {
                measured[c] += seconds[c] / RACES;
                early[c] += seconds[c] < REPEATS * SECONDS / 2.0 ? 1 : 0;
            }
        }
        assertThat(lost).isLessThanOrEqualTo(RACES / 20);
        assertThat(measured[worse]).isLessThan(REPEATS * SECONDS / 2.0);
        assertThat(early[worse]).isGreaterThan(RACES / 2);
        assertThat(measured[0]).isGreaterThan(measured[worse]);
    }

    /** With a margin of 5 %, the choice is seldom more than 5 % below the best. */
    @Test
    void theChoiceIsWithinTheMargin() {
        double[] means = {1000, 960, 960, 940, 930, 920, 910, 900};
        Random random = new Random(52);
        int wrong = 0;
        for (int i = 0; i < RACES; i++) {
            Race<Integer> race = race(1, 0.05);
            run(race, means, random);
            boolean isLost = race.isEliminated(0) && means[race.leader().orElseThrow()] < 950;
            wrong += isLost ? 1 : 0;
        }
        assertThat(wrong).isLessThanOrEqualTo(RACES / 20);
    }

    /** Runs a race and returns the measured seconds of each configuration. */
    private static double[] run(Race<Integer> race, double[] means, Random random) {
        double[] seconds = new double[means.length];
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            for (int c = 0; c < means.length; c++) {
                if (!race.isEliminated(c)) {
                    double[] all = series(means[c] * (1 + 0.06 * random.nextGaussian()), random);
                    double floor = race.floor(c).orElse(Double.NEGATIVE_INFINITY);
                    double[] part = Arrays.copyOf(all, EarlyStop.length(all, floor));
                    race.add(c, Arrays.stream(part).average().orElseThrow());
                    seconds[c] += part.length;
                }
            }
        }
        return seconds;
    }

    private static double[] series(double mean, Random random) {
        double[] seconds = new double[SECONDS];
        double state = random.nextGaussian();
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = mean * (1 + 0.1 * state);
            state = 0.8 * state + 0.6 * random.nextGaussian();
        }
        return seconds;
    }

    private static <C> Race<C> race(int keep, double margin) {
        return new Race<>(new Race.Rule(keep, margin, false));
    }
}
