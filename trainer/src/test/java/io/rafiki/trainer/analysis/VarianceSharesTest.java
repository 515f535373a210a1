package io.rafiki.trainer.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.ConstraintDefinition;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.RealKnob;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.surrogate.TrainingDomain.Seen;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Shares against closed forms. */
class VarianceSharesTest {

    private static final Workload READS = Workload.ofReadRatio(0.7);
    private static final Offset<Double> ESTIMATED = within(0.08);

    /** The function of Ishigami and Homma (1990) with a = 7 and b = 0.1: a usual test of sensitivity analysis. */
    @Test
    void equalsTheClosedFormOfIshigamisFunction() {
        double a = 7;
        double b = 0.1;
        double first = Math.pow(1 + b * Math.pow(Math.PI, 4) / 5, 2) / 2;
        double second = a * a / 8;
        double both = b * b * Math.pow(Math.PI, 8) * 8 / 225;
        double variance = first + second + both;

        VarianceShares found = shares(
                space(3, -Math.PI, Math.PI),
                x -> Math.sin(x[0]) + a * Math.pow(Math.sin(x[1]), 2) + b * Math.pow(x[2], 4) * Math.sin(x[0]));

        assertThat(found.knobs().stream()
                        .mapToDouble(knob -> knob.alone().mean())
                        .toArray())
                .containsExactly(new double[] {first / variance, second / variance, 0}, ESTIMATED);
        assertThat(total(found))
                .containsExactly(
                        new double[] {(first + both) / variance, second / variance, both / variance}, ESTIMATED);
        assertThat(found.variation().mean()).isEqualTo(Math.sqrt(variance) / (a / 2), ESTIMATED);
    }

    /** f = 1 + x has mean 1.5 and variance 1/12. */
    @Test
    void aKnobWithoutEffectHasNoShare() {
        VarianceShares found = shares(space(2, 0, 1), x -> 1 + x[1]);

        assertThat(total(found)[0]).isZero();
        assertThat(found.knobs().get(0).alone().mean()).isZero();
        assertThat(total(found)[1]).isEqualTo(1, ESTIMATED);
        assertThat(found.variation().mean()).isEqualTo(Math.sqrt(1 / 12.0) / 1.5, within(0.005));
    }

    @Test
    void aConstantModelHasNoShares() {
        VarianceShares found = shares(space(2, 0, 1), x -> 5_000);

        assertThat(found.variation().mean()).isZero();
        assertThat(total(found)).containsExactly(0, 0);
    }

    /** Members with the shares 0 and 1 disagree; their standard deviation is the root of 1/2. */
    @Test
    void theMembersGiveTheDeviation() {
        KnobSpace space = space(2, 0, 1);
        FormulaModel model = new FormulaModel(space, List.of(x -> 5 + x[0], x -> 5 + x[1]));

        VarianceShares found = VarianceShares.of(model, domain(space, 0, 1), READS);

        double scale = found.knobs().get(0).total().deviation()
                / found.knobs().get(1).total().deviation();
        assertThat(scale).isEqualTo(1, within(0.1));
        assertThat(found.knobs().get(0).total().deviation()).isGreaterThan(0.5);
    }

    /** With x + y at most 1, no mix may leave the triangle. */
    @Test
    void noMixViolatesAConstraint() {
        KnobSpace free = space(2, 0, 1);
        KnobSpace space = new KnobSpace(
                free.knobs(),
                List.of(Constraint.of(
                        new ConstraintDefinition(List.of("x0", "x1"), List.of("1"), "Because."),
                        free.knobs(),
                        Map.of())));
        FormulaModel model = new FormulaModel(space, List.of(x -> {
            assertThat(x[0] + x[1]).isLessThanOrEqualTo(1);
            return x[0];
        }));

        VarianceShares found = VarianceShares.of(model, domain(space, 0, 1), READS);

        assertThat(total(found)[1]).isZero();
        assertThat(total(found)[0]).isPositive();
    }

    /** All pairs of the four configurations: the shares are exact. */
    @Test
    void aSmallTrainingDomainIsExact() {
        KnobSpace space = new KnobSpace(List.of(
                new CategoricalKnob("a", List.of("no", "yes"), 0), new CategoricalKnob("b", List.of("no", "yes"), 0)));
        Seen both = new Seen(Double.NaN, Double.NaN, List.of(0.0, 1.0));
        TrainingDomain domain = new TrainingDomain(Map.of(), List.of(both, both));

        assertThat(CoveringConfigurations.of(space, domain, VarianceShares.COVERING))
                .hasSize(4);
        VarianceShares found =
                VarianceShares.of(new FormulaModel(space, List.of(x -> 9 + 2 * x[0] + x[1])), domain, READS);
        assertThat(total(found)).containsExactly(new double[] {0.8, 0.2}, within(1e-9));
    }

    /** A model that has seen no range reads is not asked about them. */
    @Test
    void comparesOnlyTrainedWorkloads() {
        TrainingDomain.Bounds all = new TrainingDomain.Bounds(0, 1);

        assertThat(ComparedWorkloads.of(new TrainingDomain(Map.of(WorkloadFeature.READ_RATIO, all), List.of())))
                .extracting(Workload::readRatio)
                .containsExactly(0.1, 0.5, 0.9);
        assertThat(ComparedWorkloads.of(new TrainingDomain(
                        Map.of(WorkloadFeature.READ_RATIO, all, WorkloadFeature.SCAN_SHARE, all), List.of())))
                .extracting(workload -> workload.value(WorkloadFeature.SCAN_SHARE))
                .containsExactly(0.0, 0.0, 0.0, 0.1);
    }

    private static VarianceShares shares(KnobSpace space, ToDoubleFunction<double[]> formula) {
        RealKnob knob = (RealKnob) space.knob(0);
        return VarianceShares.of(
                new FormulaModel(space, List.of(formula)), domain(space, knob.min(), knob.max()), READS);
    }

    private static double[] total(VarianceShares found) {
        return found.knobs().stream().mapToDouble(knob -> knob.total().mean()).toArray();
    }

    private static KnobSpace space(int knobs, double min, double max) {
        return new KnobSpace(IntStream.range(0, knobs)
                .<Knob>mapToObj(k -> new RealKnob("x" + k, "", min, max, min))
                .toList());
    }

    private static TrainingDomain domain(KnobSpace space, double min, double max) {
        return new TrainingDomain(
                Map.of(),
                space.knobs().stream()
                        .map(knob -> new Seen(min, max, List.of()))
                        .toList());
    }
}
