package io.rafiki.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.ConstraintDefinition;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.RealKnob;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Models;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangePruningTest {

    private static final List<Knob> KNOBS = List.of(
            new IntegerKnob("a", "", 0, 100, Map.of(), 50),
            new IntegerKnob("b", "", 0, 100, Map.of(), 50),
            new RealKnob("c", "", 0, 1, 0.5));

    private final KnobSpace space = new KnobSpace(KNOBS);
    private final Configuration now = space.defaults();
    private final Configuration found = space.configuration(Map.of("a", 90, "b", 49, "c", 0.123456));
    private final SearchSpace where = SearchSpace.of(space);

    /** One step of a is worth 10 of 10,000, one of b 1, all of c 30. */
    private final Surrogate surrogate =
            new Formula(space, 0, codes -> 10_000 + 10 * codes[0] - codes[1] - 30 * codes[2]);

    @Test
    void takesBackMovesThatDoNotPay() {
        assertThat(ChangePruning.dropIneffectiveChanges(surrogate, Workload.ofReadRatio(0.5), now, found, where))
                .isEqualTo(now.with("a", 90));
    }

    @Test
    void keepsWhatPaysAndRoundsIt() {
        Surrogate steep = new Formula(space, 0, codes -> 10_000 + 10 * codes[0] - 3_000 * codes[2]);
        assertThat(ChangePruning.dropIneffectiveChanges(steep, Workload.ofReadRatio(0.5), now, found, where))
                .isEqualTo(now.with("a", 90).with("c", 0.12));
    }

    @Test
    void keepsSmallNumbersOfALogarithmicRange() {
        KnobSpace small = new KnobSpace(List.of(new RealKnob("c", "", 0.0001, 0.1, 0.01)));
        Surrogate falling = new Formula(small, 0, codes -> 10_000 - 100_000 * codes[0]);
        Configuration best = small.defaults().with("c", 0.000234567);
        SearchSpace all = SearchSpace.of(small);
        Workload half = Workload.ofReadRatio(0.5);
        assertThat(ChangePruning.dropIneffectiveChanges(falling, half, small.defaults(), best, all))
                .isEqualTo(best.with("c", 0.00023));
    }

    /** Either of two knobs brings the gain: the first that goes must not take both with it. */
    @Test
    void keepsOneOfTwoMovesThatDoTheSame() {
        Surrogate either = new Formula(space, 0, codes -> 10_000 + 20 * Math.max(codes[0], 100 - codes[1]));
        Configuration both = space.configuration(Map.of("a", 90, "b", 10));
        assertThat(ChangePruning.dropIneffectiveChanges(either, Workload.ofReadRatio(0.5), now, both, where))
                .isIn(now.with("a", 90), now.with("b", 10));
    }

    @Test
    void takesNothingBackThatAConstraintABoundOrAHeldKnobNeeds() {
        KnobSpace tied = new KnobSpace(
                KNOBS,
                List.of(Constraint.of(
                        new ConstraintDefinition(List.of("a", "b"), List.of("140"), "Because."), KNOBS, Map.of())));
        Surrogate same = new Formula(tied, 0, codes -> 10_000 + 10 * codes[0] - codes[1]);
        Configuration low = tied.configuration(Map.of("a", 100, "b", 40));
        assertThat(ChangePruning.dropIneffectiveChanges(
                        same, Workload.ofReadRatio(0.5), tied.defaults(), low, SearchSpace.of(tied)))
                .isEqualTo(low);
        OutputConstraint bound = new OutputConstraint(new Formula(space, 0, codes -> codes[1]), 49);
        assertThat(ChangePruning.dropIneffectiveChanges(
                        surrogate, Workload.ofReadRatio(0.5), now, found, where.keep(bound)))
                .isEqualTo(now.with("a", 90).with("b", 49));
        assertThat(ChangePruning.dropIneffectiveChanges(
                        surrogate, Workload.ofReadRatio(0.5), now, found, where.fix("b", 49)))
                .isEqualTo(now.with("a", 90).with("b", 49));
    }

    @Test
    void costsLittleOnNetworks() {
        KnobSpace many = Models.space();
        for (int seed = 0; seed < 10; seed++) {
            Ensemble ensemble = Models.ensemble(many, 8, seed);
            SearchSpace all = SearchSpace.of(many);
            Configuration best = new GeneticSearch()
                    .search(ensemble, Workload.ofReadRatio(0.5), all, 1)
                    .best();
            Configuration trimmed = ChangePruning.dropIneffectiveChanges(
                    ensemble, Workload.ofReadRatio(0.5), many.defaults(), best, all);
            double full = ensemble.gain(Workload.ofReadRatio(0.5), many.defaults(), best)
                    .lowerBound(2);
            assertThat(ensemble.gain(Workload.ofReadRatio(0.5), many.defaults(), trimmed)
                            .lowerBound(2))
                    .as("seed %d", seed)
                    .isGreaterThanOrEqualTo(full - 0.002 * many.size() - 1e-3);
        }
    }
}
