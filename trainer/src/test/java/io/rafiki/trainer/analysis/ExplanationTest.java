package io.rafiki.trainer.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.ConstraintDefinition;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.RealKnob;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.Network;
import io.rafiki.surrogate.OutputScaling;
import io.rafiki.surrogate.Prediction;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.plan.WorkloadSpace;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class ExplanationTest {

    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0),
            new IntegerKnob("concurrent_writes", "threads", 8, 128, Map.of(), 32),
            new IntegerKnob("file_cache_size", "MiB", 64, 256, Map.of("off", 0L), 0),
            new RealKnob("memtable_cleanup_threshold", "", 0.05, 0.7, 0.333333)));
    private static final Configuration BASE = SPACE.defaults();
    private static final Configuration BEST = SPACE.configuration(
            Map.of("compaction", "Leveled", "concurrent_writes", 64, "memtable_cleanup_threshold", 0.5));
    private static final Workload READS = Workload.ofReadRatio(0.7);

    private final Ensemble ensemble = randomEnsemble(5);

    @Test
    void theStepsMultiplyToTheWholeGainAndEndAtTheConfiguration() {
        for (int seed = 1; seed <= 10; seed++) {
            Ensemble model = randomEnsemble(seed);
            List<GainAblation.Step> steps =
                    GainAblation.of(model, READS, BASE, BEST).steps();
            assertThat(steps)
                    .extracting(GainAblation.Step::knob)
                    .containsExactlyInAnyOrder("compaction", "concurrent_writes", "memtable_cleanup_threshold");
            double factor = 1;
            for (GainAblation.Step step : steps) {
                factor *= 1 + step.gain().mean();
                assertThat(step.total().mean()).isEqualTo(factor - 1, within(1e-12));
            }
            assertThat(steps.get(2).total()).isEqualTo(model.gain(READS, BASE, BEST));
        }
    }

    @Test
    void everyStepIsTheGreatestOfThoseLeft() {
        Configuration here = BASE;
        List<String> left = new ArrayList<>(List.of("compaction", "concurrent_writes", "memtable_cleanup_threshold"));
        for (GainAblation.Step step :
                GainAblation.of(ensemble, READS, BASE, BEST).steps()) {
            for (String knob : left) {
                assertThat(ensemble.gain(READS, here, here.with(knob, BEST.get(knob)))
                                .mean())
                        .isLessThanOrEqualTo(step.gain().mean());
            }
            assertThat(step.from()).isEqualTo(here.get(step.knob()));
            here = here.with(step.knob(), step.to());
            left.remove(step.knob());
        }
        assertThat(here).isEqualTo(BEST);
    }

    @Test
    void theDependenceOfAKnobIsWhatTheModelPredicts() {
        Explanation explanation = explain(ensemble);
        assertThat(explanation.knobs())
                .extracting(PartialDependence::knob)
                .containsExactly("compaction", "concurrent_writes", "file_cache_size", "memtable_cleanup_threshold");
        for (PartialDependence knob : explanation.knobs()) {
            assertThat(knob.values()).extracting(PartialDependence.At::value).contains(BEST.get(knob.knob()));
            for (PartialDependence.At at : knob.values()) {
                Configuration with = BEST.with(knob.knob(), at.value());
                assertThat(at.predicted()).isEqualTo(ensemble.predict(READS, with));
                assertThat(at.gain()).isEqualTo(ensemble.gain(READS, BEST, with));
            }
        }
        assertThat(explanation.knobs().get(0).values())
                .extracting(PartialDependence.At::value)
                .containsExactly("SizeTiered", "Leveled");
        assertThat(explanation.knobs().get(2).values())
                .extracting(PartialDependence.At::value)
                .contains("off", 64L, 256L);
    }

    @Test
    void theAveragedDependenceIsTheMeanOverTheCoveringConfigurations() {
        SpaceFilling points = new SpaceFilling(SPACE, WorkloadSpace.ofReadRatios(0.2, 0.9), 1);
        List<Configuration> covering = new ArrayList<>();
        while (covering.size() < Explanation.COVERING) {
            covering.add(points.next().configuration());
        }
        PartialDependence.At at = explain(ensemble).knobs().get(1).values().get(0);
        double mean = covering.stream()
                .mapToDouble(other -> ensemble.predict(READS, other.with("concurrent_writes", at.value()))
                        .mean())
                .average()
                .orElseThrow();
        assertThat(at.averaged().mean()).isEqualTo(mean, within(1e-6));
        List<Double> byMember = new ArrayList<>();
        for (Surrogate member : ensemble.members()) {
            byMember.add(covering.stream()
                    .mapToDouble(other -> member.predict(READS, other.with("concurrent_writes", at.value()))
                            .mean())
                    .average()
                    .orElseThrow());
        }
        double variance =
                byMember.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum() / (byMember.size() - 1);
        assertThat(at.averaged().deviation()).isEqualTo(Math.sqrt(variance), within(1e-6));
    }

    @Test
    void whatAConstraintForbidsIsNotAskedFor() {
        KnobSpace tied = new KnobSpace(
                SPACE.knobs(),
                List.of(Constraint.of(
                        new ConstraintDefinition(List.of("concurrent_writes"), List.of("100"), "Because."),
                        SPACE.knobs(),
                        Map.of())));
        FormulaModel model = new FormulaModel(tied, List.of(c -> 5000 + c[1] * c[2]));
        Explanation explanation =
                Explanation.of(model, everything(), READS, tied.defaults(), new Configuration(tied, BEST.codes()));
        assertThat(explanation.knobs().get(1).values())
                .extracting(PartialDependence.At::value)
                .contains(8L, 64L)
                .allMatch(value -> (long) value <= 100);
        assertThat(explanation.interactions().get(0).rows()).contains(8L).doesNotContain(128L);
    }

    @Test
    void whatAConstraintOfTwoKnobsForbidsIsNotAskedFor() {
        KnobSpace tied = new KnobSpace(
                SPACE.knobs(),
                List.of(Constraint.of(
                        new ConstraintDefinition(
                                List.of("concurrent_writes", "file_cache_size"), List.of("200"), "Because."),
                        SPACE.knobs(),
                        Map.of())));
        FormulaModel model = new FormulaModel(tied, List.of(c -> {
            assertThat(tied.broken(c)).isEmpty();
            return 5000 + c[1] * c[2];
        }));
        Explanation explanation =
                Explanation.of(model, everything(), READS, tied.defaults(), new Configuration(tied, BEST.codes()));
        assertThat(explanation.interactions())
                .filteredOn(pair ->
                        List.of(pair.first(), pair.second()).equals(List.of("concurrent_writes", "file_cache_size")))
                .singleElement()
                .satisfies(pair -> {
                    assertThat(pair.rows()).contains(8L).doesNotContain(128L);
                    assertThat(pair.columns()).contains("off", 64L);
                });
        assertThat(explanation.knobs().get(1).values())
                .filteredOn(at -> at.value().equals(128L))
                .singleElement()
                .satisfies(at -> assertThat(at.averaged().mean()).isBetween(5000.0, 5000 + 128 * 72.0));
    }

    /** The constraint permits one value of the cache. */
    @Test
    void aPairWithoutTwoPermittedValuesIsLeftOut() {
        KnobSpace tied = new KnobSpace(
                SPACE.knobs(),
                List.of(Constraint.of(
                        new ConstraintDefinition(List.of("file_cache_size"), List.of("63"), "Because."),
                        SPACE.knobs(),
                        Map.of())));
        Explanation explanation = Explanation.of(
                new FormulaModel(tied, List.of(c -> 5000 + c[1] * c[3])),
                everything(),
                READS,
                tied.defaults(),
                new Configuration(tied, BEST.codes()));
        assertThat(explanation.interactions()).hasSize(3).allSatisfy(pair -> assertThat(
                        List.of(pair.first(), pair.second()))
                .doesNotContain("file_cache_size"));
    }

    /** No draw from the space has these values. */
    @Test
    void whatIsOutsideOfTheTrainingDomainIsNotAskedFor() {
        TrainingDomain single = TrainingDomain.of(SPACE, List.of(READS), List.of(BEST));
        FormulaModel model = new FormulaModel(SPACE, List.of(c -> {
            assertThat(single.outside(new Configuration(SPACE, c))).isEmpty();
            return 5000.0;
        }));

        Explanation explanation = Explanation.of(model, single, READS, BEST, BEST);

        assertThat(explanation.covering()).isEqualTo(1);
        assertThat(explanation.knobs()).allSatisfy(knob -> assertThat(knob.values())
                .singleElement()
                .satisfies(at -> assertThat(at.averaged().mean()).isEqualTo(5000)));
        assertThat(explain(ensemble).covering()).isEqualTo(Explanation.COVERING);
    }

    @Test
    void theMembersOfAnEnsembleGiveItsPrediction() {
        List<Double> means = ensemble.members().stream()
                .map(member -> member.predict(READS, BEST))
                .map(Prediction::mean)
                .toList();
        assertThat(means).hasSize(ensemble.size()).doesNotHaveDuplicates();
        assertThat(means.stream().mapToDouble(m -> m).average().orElseThrow())
                .isEqualTo(ensemble.predict(READS, BEST).mean(), within(1e-9));
    }

    @Test
    void anAdditiveModelHasNoInteraction() {
        Explanation explanation = explain(new FormulaModel(
                SPACE,
                List.of(
                        c -> 5000 + 300 * c[0] + 7 * c[1] + c[2] + 900 * c[3] * c[3],
                        c -> 5100 + 200 * c[0] + 8 * c[1] + c[2] + 500 * Math.sqrt(c[3]))));
        assertThat(explanation.interactions()).hasSize(6).allMatch(pair -> pair.strength() < 1e-12);
    }

    /** As the paper's Figure 6: which number of concurrent writes is best depends on the compaction. */
    @Test
    void aPlantedInteractionIsFoundFirst() {
        ToDoubleFunction<double[]> planted =
                c -> 5000 + 10 * Math.abs(c[1] - 60) * (c[0] == 0 ? -1 : 1) + c[2] + 100 * c[3] + 0.02 * c[2] * c[3];
        Explanation explanation =
                explain(new FormulaModel(SPACE, List.of(planted, c -> planted.applyAsDouble(c) + 20 * c[0])));
        Interaction first = explanation.interactions().get(0);
        assertThat(List.of(first.first(), first.second())).containsExactly("compaction", "concurrent_writes");
        assertThat(first.isDistinguishable()).isTrue();
        assertThat(explanation.interactions().get(1).strength()).isLessThan(first.strength() / 10);
        for (int r = 0; r < first.rows().size(); r++) {
            for (int c = 0; c < first.columns().size(); c++) {
                Configuration at = BEST.with("compaction", first.rows().get(r))
                        .with("concurrent_writes", first.columns().get(c));
                assertThat(first.predicted().get(r).get(c))
                        .isEqualTo(planted.applyAsDouble(at.codes()) + 10 * at.code(0), within(1e-9));
            }
        }
    }

    /** Members that disagree on an interaction more than it is strong do not show one. */
    @Test
    void omitsAnInteractionOnWhichMembersDisagree() {
        Explanation explanation = explain(new FormulaModel(
                SPACE, List.of(c -> 5000 + 10 * c[0] * c[1], c -> 5000 - 9 * c[0] * c[1], c -> 5000.0)));
        assertThat(explanation.interactions()).noneMatch(Interaction::isDistinguishable);
    }

    private static Explanation explain(Surrogate model) {
        return Explanation.of(model, everything(), READS, BASE, BEST);
    }

    private static TrainingDomain everything() {
        return new TrainingDomain(
                Map.of(WorkloadFeature.READ_RATIO, new TrainingDomain.Bounds(0, 1)),
                List.of(
                        new TrainingDomain.Seen(Double.NaN, Double.NaN, List.of(0.0, 1.0)),
                        new TrainingDomain.Seen(8, 128, List.of()),
                        new TrainingDomain.Seen(64, 256, List.of(0.0)),
                        new TrainingDomain.Seen(0.05, 0.7, List.of())));
    }

    private static Ensemble randomEnsemble(int seed) {
        Random random = new Random(seed);
        FeatureEncoder encoding = FeatureEncoder.of(SPACE);
        int[] layers = {encoding.size(), 6, 3, 1};
        List<Network> networks = new ArrayList<>();
        List<OutputScaling> targets = new ArrayList<>();
        for (int n = 0; n < 5; n++) {
            networks.add(new Network(
                    layers, random.doubles(Network.parameters(layers), -1, 1).toArray()));
            targets.add(n % 2 == 0 ? new OutputScaling(false, 60_000, 20_000) : new OutputScaling(true, 11, 0.4));
        }
        return new Ensemble(SPACE, encoding, networks, targets);
    }
}
