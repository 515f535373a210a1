package io.rafiki.trainer.screening;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlackettBurmanTest {

    /** As printed by Plackett and Burman (1946). */
    @ParameterizedTest
    @CsvSource({
        "7,  +++-+--",
        "11, ++-+++---+-",
        "19, ++--++++-+-+----++-",
        "23, +++++-+-++--++--+-+----",
    })
    void theFirstRowIsThePublishedOne(int factors, String row) {
        int[] printed = row.chars().map(sign -> sign == '+' ? 1 : -1).toArray();
        assertThat(PlackettBurman.design(factors, false)[0]).containsExactly(printed);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 4", "3, 4", "4, 8", "7, 8", "8, 12", "11, 12", "12, 20", "15, 20", "20, 24", "24, 32", "31, 32", "32, 44"
    })
    void hasTheLeastRunsThatHaveRoomForTheFactors(int factors, int runs) {
        assertThat(PlackettBurman.design(factors, false)).hasNumberOfRows(runs);
        assertThat(PlackettBurman.design(factors, true)).hasNumberOfRows(2 * runs);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 11, 17, 19, 23, 24, 31, 43, 47})
    void everyColumnIsBalancedAndEveryTwoAreOrthogonal(int factors) {
        for (boolean folded : new boolean[] {false, true}) {
            int[][] runs = PlackettBurman.design(factors, folded);
            for (int i = 0; i < factors; i++) {
                int a = i;
                assertThat(Arrays.stream(runs).mapToInt(run -> run[a]).sum()).isZero();
                for (int j = 0; j < i; j++) {
                    int b = j;
                    assertThat(Arrays.stream(runs)
                                    .mapToInt(run -> run[a] * run[b])
                                    .sum())
                            .isZero();
                }
            }
        }
    }

    /** What the mirror image is for. */
    @Test
    void inAFoldedDesignNoMainEffectIsMixedWithAnInteractionOfTwo() {
        int[][] runs = PlackettBurman.design(11, true);
        int[][] plain = PlackettBurman.design(11, false);
        int mixed = 0;
        for (int i = 0; i < 11; i++) {
            for (int j = 0; j < 11; j++) {
                for (int k = 0; k < j; k++) {
                    int a = i;
                    int b = j;
                    int c = k;
                    assertThat(Arrays.stream(runs)
                                    .mapToInt(run -> run[a] * run[b] * run[c])
                                    .sum())
                            .isZero();
                    mixed += Arrays.stream(plain)
                                            .mapToInt(run -> run[a] * run[b] * run[c])
                                            .sum()
                                    == 0
                            ? 0
                            : 1;
                }
            }
        }
        assertThat(mixed).isPositive();
    }
}
