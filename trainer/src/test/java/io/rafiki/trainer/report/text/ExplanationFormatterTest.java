package io.rafiki.trainer.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.trainer.analysis.Explanation;
import io.rafiki.trainer.analysis.FormulaModel;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class ExplanationFormatterTest {

    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0),
            new IntegerKnob("concurrent_writes", "threads", 8, 128, Map.of(), 32),
            new IntegerKnob("file_cache_size", "MiB", 64, 256, Map.of("off", 0L), 0)));
    private static final Configuration BASE = SPACE.defaults();
    private static final Configuration BEST =
            SPACE.configuration(Map.of("compaction", "Leveled", "concurrent_writes", 64));

    @Test
    void theWholeExplanation() {
        ToDoubleFunction<double[]> formula = c ->
                5000 + 20 * Math.min(c[1], 64) + 10 * c[0] + 2 * c[0] * c[1] + 0.01 * c[1] * c[2] + 0.3 * c[0] * c[2];
        Explanation explanation =
                explain(List.of(c -> formula.applyAsDouble(c) + 50 * c[0], c -> formula.applyAsDouble(c) - 50 * c[0]));

        GoldenText.assertApproved(
                "explanation.txt", ExplanationFormatter.text(explanation, true, StandardCharsets.US_ASCII));
    }

    @Test
    void aGainBelowTwoDeviationsIsUncertain() {
        assertThat(ExplanationText.of(explain(
                                List.of(c -> 5000 + 300 * c[0], c -> 5000 + 100 * c[0], c -> 5000 + 140 * c[0])))
                        .get(0))
                .startsWith("compaction SizeTiered -> Leveled: +3.6 % +/- 2.1 %; uncertain; most of the gain; ");
    }

    @Test
    void aLossBeyondTheNewValueIsNamed() {
        assertThat(ExplanationText.of(explain(List.of(c -> 6000 - 20 * Math.abs(c[1] - 64))))
                        .get(0))
                .startsWith("concurrent_writes 32 -> 64: +11.9 % +/- 0.0 %")
                .endsWith("; less above 64 (-21.3 % +/- 0.0 % at 128).");
    }

    @Test
    void thePresentConfigurationNeedsNoStep() {
        Explanation explanation = Explanation.of(
                new FormulaModel(SPACE, List.of(c -> 5000.0)), everything(), Workload.ofReadRatio(0.7), BEST, BEST);
        assertThat(ExplanationFormatter.text(explanation, false, StandardCharsets.US_ASCII))
                .startsWith("Why the search chose the best found")
                .contains("no step")
                .matches(text -> text.chars().allMatch(c -> c < 128));
    }

    @Test
    void statesTheNumberOfAveragedConfigurations() {
        Explanation explanation = Explanation.of(
                new FormulaModel(SPACE, List.of(c -> 5000.0)),
                TrainingDomain.of(SPACE, List.of(Workload.ofReadRatio(0.7)), List.of(BEST)),
                Workload.ofReadRatio(0.7),
                BEST,
                BEST);
        assertThat(ExplanationFormatter.text(explanation, false, StandardCharsets.US_ASCII))
                .contains("On average: mean over 1 configuration.");
    }

    @Test
    void curvesAreDrawnInWhatTheOutputCanShow() {
        double[] values = {1, 2, 3, 9, 5};
        assertThat(SparkLine.in(StandardCharsets.UTF_8).of(values)).isEqualTo("▁▂▃█▅");
        assertThat(SparkLine.in(StandardCharsets.US_ASCII).of(values)).isEqualTo("_.-#=");
        assertThat(SparkLine.in(StandardCharsets.UTF_8).of(new double[] {4, 4})).isEqualTo("▅▅");
    }

    private static Explanation explain(List<ToDoubleFunction<double[]>> members) {
        return Explanation.of(new FormulaModel(SPACE, members), everything(), Workload.ofReadRatio(0.7), BASE, BEST);
    }

    private static TrainingDomain everything() {
        return new TrainingDomain(
                Map.of(WorkloadFeature.READ_RATIO, new TrainingDomain.Bounds(0, 1)),
                List.of(
                        new TrainingDomain.Seen(Double.NaN, Double.NaN, List.of(0.0, 1.0)),
                        new TrainingDomain.Seen(8, 128, List.of()),
                        new TrainingDomain.Seen(64, 256, List.of(0.0))));
    }
}
