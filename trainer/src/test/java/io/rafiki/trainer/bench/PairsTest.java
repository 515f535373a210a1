package io.rafiki.trainer.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.trainer.bench.Pairs.Difference;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairsTest {

    /** Table A3 of Conover: with 8 pairs the whole range holds the median in 99.2 %, with 12 the third to the tenth in 96.1 %. */
    @Test
    void leavesOutAsManyAsTheSignTestAllows() {
        assertThat(differences(8)).extracting(Difference::low, Difference::high).containsExactly(1.0, 8.0);
        assertThat(differences(12))
                .extracting(Difference::low, Difference::high)
                .containsExactly(3.0, 10.0);
        assertThat(differences(3)).extracting(Difference::low, Difference::high).containsExactly(1.0, 3.0);
        assertThat(differences(1)).extracting(Difference::low, Difference::high).containsExactly(1.0, 1.0);
    }

    @Test
    void judgesWithinThePairNotAcrossThem() {
        Pairs pairs = new Pairs(List.of(9.0, 5.0, 20.0), List.of(9.2, 5.3, 20.1));
        assertThat(pairs.difference().median()).isCloseTo(0.2, within(1e-9));
        assertThat(pairs.base()).isEqualTo(9);
    }

    @Test
    void refusesHalfAPair() {
        assertThatThrownBy(() -> new Pairs(List.of(1.0, 2.0), List.of(1.0))).hasMessageContaining("found 2 and 1");
    }

    private static Difference differences(int n) {
        List<Double> with =
                IntStream.rangeClosed(1, n).mapToObj(i -> (double) i).toList();
        return new Pairs(Collections.nCopies(n, 0.0), with).difference();
    }
}
