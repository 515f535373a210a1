package io.rafiki.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Models;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SubspaceTest {

    private final KnobSpace space = Models.space();
    private final List<SearchDimension> axes =
            space.knobs().stream().map(SearchDimension::of).toList();

    @Test
    void thereIsOneForEachChoiceAndForEachSpecialValueOrNone() {
        assertThat(Subspace.count(axes)).isEqualTo(3 * 2);
        Set<List<Double>> bases = new HashSet<>();
        for (int i = 0; i < 6; i++) {
            Subspace island = Subspace.of(axes, i);
            double[] codes = new double[4];
            island.place(new double[island.dimensions()], codes, 0);
            assertThat(Subspace.numberOf(axes, codes)).isEqualTo(i);
            assertThat(island.dimensions()).isEqualTo(codes[1] == 0 ? 2 : 3);
            bases.add(List.of(codes[0], codes[1]));
        }
        assertThat(bases).hasSize(6);
    }

    @Test
    void positionsAndConfigurationsCorrespond() {
        double[] codes = {1, 300, 64, 0.5};
        Subspace island = Subspace.of(axes, Subspace.numberOf(axes, codes));
        double[] back = new double[4];
        island.place(island.position(codes), back, 0);
        assertThat(back).containsExactly(codes, Offset.offset(1e-12));
    }
}
