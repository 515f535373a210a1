package io.rafiki.trainer.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.table.MeasuredTable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SplitTest {

    private static final int REPEATS = 10;

    private final MeasuredTable table = Tables.grid(12, 5);

    @Test
    void drawnRowsAndTheOthersMakeTheWholeTable() {
        RandomSplit protocol = new RandomSplit(100, List.of(90, 18), new Seeds(1));
        assertThat(protocol.sizes()).containsExactly(18, 90);
        Set<Set<Integer>> drawn = new HashSet<>();
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            Split small = protocol.split(repeat, 18);
            Split large = protocol.split(repeat, 90);
            assertThat(small.train()).hasSize(18);
            assertThat(large.train()).hasSize(90).contains(small.train());
            assertComplete(small, 100);
            assertComplete(large, 100);
            assertThat(protocol.split(repeat, 18).train()).containsExactly(small.train());
            drawn.add(set(small.train()));
        }
        assertThat(drawn).hasSize(REPEATS);
        assertThat(set(new RandomSplit(100, List.of(18), new Seeds(2))
                        .split(0, 18)
                        .train()))
                .isNotIn(drawn);
    }

    @Test
    void aQuarterOfTheConfigurationsIsHeldOutWithAllTheirWorkloads() {
        GroupSplit protocol = new GroupSplit(
                "configurations", table.configurations(), REPEATS, 1000, List.of(0.25, 0.5), new Seeds(1));
        assertThat(protocol.sizes()).containsExactly(11, 23, 45);
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            Split split = protocol.split(repeat, 45);
            assertComplete(split, 60);
            Set<Integer> trained = groups(split.train());
            Set<Integer> tested = groups(split.test());
            assertThat(tested).hasSize(3).doesNotContainAnyElementsOf(trained);
            assertThat(protocol.split(repeat, 11).test()).containsExactly(split.test());
            assertThat(split.train()).startsWith(protocol.split(repeat, 11).train());
        }
    }

    @Test
    void aLimitCutsTheTrainingPartOnly() {
        GroupSplit protocol = new GroupSplit("workloads", table.workloads(), REPEATS, 20, List.of(), new Seeds(1));
        assertThat(protocol.sizes()).containsExactly(20);
        assertThat(protocol.available()).isEqualTo(48);
        assertThat(protocol.split(3, 20).train()).hasSize(20);
        assertThat(protocol.split(3, 20).test()).hasSize(12);
    }

    @Test
    void ofVeryManyRowsSoManyAreDrawnForTheTest() {
        int rows = Validation.MOST_TESTED + 5000;
        Split drawn = new RandomSplit(rows, List.of(18), new Seeds(1)).split(0, 18);
        assertThat(drawn.test()).hasSize(Validation.MOST_TESTED).doesNotContain(drawn.train());
        MeasuredTable large = Tables.grid(2, rows);
        Split heldOut =
                new GroupSplit("configurations", large.configurations(), 1, 20, List.of(), new Seeds(1)).split(0, 20);
        assertThat(heldOut.test()).hasSize(Validation.MOST_TESTED).isSorted().doesNotHaveDuplicates();
        assertThat(large.configurations().of(heldOut.test()[0]))
                .isNotEqualTo(large.configurations().of(heldOut.train()[0]));
    }

    private static void assertComplete(Split split, int rows) {
        int[] all = IntStream.concat(IntStream.of(split.train()), IntStream.of(split.test()))
                .sorted()
                .toArray();
        assertThat(all).containsExactly(IntStream.range(0, rows).toArray());
    }

    private Set<Integer> groups(int[] rows) {
        Set<Integer> groups = new HashSet<>();
        Arrays.stream(rows).map(table.configurations()::of).forEach(groups::add);
        return groups;
    }

    private static Set<Integer> set(int[] rows) {
        Set<Integer> set = new HashSet<>();
        Arrays.stream(rows).forEach(set::add);
        return set;
    }
}
