package io.rafiki.trainer.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.RealKnob;
import io.rafiki.trainer.progress.RecordedProgress;
import io.rafiki.trainer.report.text.RegressorComparison;
import io.rafiki.trainer.report.text.ValidationFormatter;
import io.rafiki.trainer.table.MeasuredTable;
import io.rafiki.trainer.train.TrainingConfig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValidationTest {

    private static final TrainingConfig SMALL = TrainingConfig.DEFAULT.with(4, 1, 1);
    private static final List<RegressionMethod> BASELINES =
            List.of(new AdamMethod(SMALL.hidden(), 100), new ForestMethod(), new LinearMethod(), new MeanMethod());

    private final RecordedProgress recorded = new RecordedProgress(false);

    @Test
    void ranksMethodsOnATableWithAKnownTruth() throws InterruptedException {
        ValidationResult result = run(Tables.curved(240, 3, value -> value), List.of(30, 100), 3, 2);
        List<ResultRow> rows = result.sections().get(0).rows();
        assertThat(rows.stream().map(row -> row.method() + " " + row.trainSize()))
                .containsExactly(
                        "ensemble 30",
                        "network 30",
                        "adam 30",
                        "forest 30",
                        "linear 30",
                        "mean 30",
                        "ensemble 100",
                        "network 100",
                        "adam 100",
                        "forest 100",
                        "linear 100",
                        "mean 100");
        ResultRow ensemble = rows.get(6);
        ResultRow mean = rows.get(11);
        assertThat(ensemble.testSize()).isEqualTo(140);
        assertThat(ensemble.mape().mean())
                .isLessThan(0.25 * mean.mape().mean())
                .isLessThan(rows.get(0).mape().mean());
        assertThat(ensemble.r2().mean()).isGreaterThan(0.95);
        assertThat(mean.r2().mean()).isLessThan(0.05);
        assertThat(ensemble.within2()).isBetween(0.1, 1.0).isGreaterThan(ensemble.within1());
        assertThat(mean.standing()).isEqualTo(ResultRow.Standing.AHEAD);
        assertThat(mean.behind().mean())
                .isCloseTo(mean.mape().mean() - ensemble.mape().mean(), within(1e-9));
        assertThat(result.pairs().size()).isEqualTo(3 * 140);
        GainCoverage gains = result.sections().get(0).gains();
        assertThat(gains.pairs()).as("the most of each repeat").isEqualTo(3 * 2_000);
        assertThat(gains.within1()).isPositive().isLessThan(gains.within2());
        assertThat(RegressorComparison.of(result))
                .last()
                .asString()
                .startsWith("At 100 training rows the intervals of gains contain ")
                .contains("between 6,000 pairs of held-out rows.");
        recorded.pass(Duration.ofMinutes(1));
        assertThat(recorded.progress())
                .hasSize(2)
                .first()
                .asString()
                .matches("Validating: 0 %, about \\d+ s remaining; 3 repeats of 2 training sizes with 6 methods on 2"
                        + " threads");
        assertThat(recorded.progress().get(1)).startsWith("Validating: 100 %, ");
    }

    @Test
    void reportsWhereTheEnsembleIsNotAhead() throws InterruptedException {
        MeasuredTable table = Tables.curved(90, 3, value -> value);
        ValidationResult result = run(table, List.of(40), 3, 2, List.of(oracle(table), new MeanMethod()));
        ResultRow oracle = result.sections().get(0).rows().get(2);
        assertThat(oracle.behind().mean())
                .isCloseTo(-result.sections().get(0).rows().get(0).mape().mean(), within(1e-9));
        assertThat(RegressorComparison.of(result).get(0))
                .startsWith("At 40 training rows the ensemble is behind ")
                .contains("oracle by ");
        assertThat(RegressorComparison.of(result).get(1))
                .startsWith("At 40 training rows the RMSE, which large values decide, is less with oracle (-");
        assertThat(ValidationFormatter.text(result))
                .containsPattern("oracle +0\\.000 .*-[0-9.]+ \\[.*\\] better than the ensemble");
    }

    /** Returns the measured value. */
    private static RegressionMethod oracle(MeasuredTable table) {
        return new RegressionMethod() {
            @Override
            public String name() {
                return "oracle";
            }

            @Override
            public String description() {
                return "what was measured";
            }

            @Override
            public Predictor learn(TrainingView training, long seed) {
                return (rows, mean, deviation) -> {
                    for (int i = 0; i < rows.length; i++) {
                        mean[i] = table.value(rows[i]);
                    }
                };
            }
        };
    }

    @Test
    void figuresDoNotDependOnThreads() throws InterruptedException, JsonProcessingException {
        MeasuredTable table = Tables.curved(90, 3, value -> value);
        ObjectMapper json = new ObjectMapper();
        String one = json.writeValueAsString(ValidationFormatter.details(run(table, List.of(25), 3, 1)));
        String two = json.writeValueAsString(ValidationFormatter.details(run(table, List.of(25), 3, 2)));
        assertThat(two).isEqualTo(one);
    }

    @Test
    void holdsOutConfigurationsAndWorkloadsUnlessSizesAreGiven() throws InterruptedException {
        ValidationResult result = run(Tables.grid(12, 5), List.of(), 2, 2);
        assertThat(result.sections().stream().map(section -> section.protocol() + " " + section.sizes()))
                .containsExactly("configurations [11, 23, 45]", "workloads [12, 24, 48]");
        assertThat(result.sections().get(1).rule()).isEqualTo("1 of 5 workloads held out with all their rows");
        assertThat(result.treatments()).contains("workloads are told apart by 5 values of read ratio");
    }

    @Test
    void reportsSpecialPropertiesOfTheTable() throws InterruptedException {
        KnobSpace space = new KnobSpace(
                List.of(new RealKnob("x", "", 0, 20, 0), new CategoricalKnob("mode", List.of("a", "b", "rare"), 0)));
        double[] codes = new double[80];
        double[] values = new double[40];
        for (int row = 0; row < 40; row++) {
            codes[2 * row] = row % 20;
            codes[2 * row + 1] = row == 39 ? 2 : row % 2;
            values[row] = row % 20 - 4 + (row == 25 ? 0.5 : 0);
        }
        MeasuredTable table =
                new MeasuredTable("special", "z", space, codes, List.of(), values, -1, List.of("as it was read"));
        ValidationResult result = run(table, List.of(20), 5, 2);
        assertThat(result.treatments())
                .startsWith(
                        "as it was read",
                        "19 rows repeat all knobs of an earlier one, 1 with a different result: all kept; rows drawn"
                                + " at random may have one in training and one in the test",
                        "2 rows with a target of 0: left out of MAPE, which is not defined there, and of nothing else",
                        "8 rows with a target below 0: MAPE is relative to its size",
                        "training values that are positive and span more than a decade: adam, forest and linear learn"
                                + " their logarithm")
                .contains(
                        "20 training rows (rows): in 1 of 5 repeats some test rows, 1 on average, have a choice that no"
                                + " training row has: predicted from their other knobs");
        assertThat(ValidationFormatter.text(result)).contains("- as it was read");
    }

    @Test
    void predictsTheMeanIfNothingCanBeLearntAndReportsIt() throws InterruptedException {
        KnobSpace space = new KnobSpace(List.of(new RealKnob("x", "", 0, 40, 0)));
        double[] codes = new double[40];
        double[] values = new double[40];
        for (int row = 0; row < 40; row++) {
            codes[row] = row;
            values[row] = row == 7 ? 9 : 5;
        }
        ValidationResult result =
                run(new MeasuredTable("flat", "z", space, codes, List.of(), values, -1, List.of()), List.of(20), 4, 1);
        assertThat(result.treatments())
                .anyMatch(line -> line.startsWith("ensemble on 20 rows (rows): the mean was predicted"));
        assertThat(result.sections().get(0).rows())
                .allMatch(row -> Double.isFinite(row.rmse().mean()));
    }

    @Test
    void refusesWhatCannotBeDone() {
        MeasuredTable table = Tables.grid(12, 5);
        assertThatThrownBy(() -> run(table, List.of(18, 60), 2, 1))
                .hasMessage("--train-sizes: expected fewer than the table's 60 rows, so that some are left to test on,"
                        + " found 60.");
        assertThatThrownBy(() -> run(table, List.of(5), 2, 1))
                .hasMessage("--train-sizes: expected at least 10 rows, found 5. Correct it.");
        assertThatThrownBy(() -> run(table, List.of(18), 0, 1))
                .hasMessage("--repeats: expected 1 to 1000, found 0. Correct it.");
    }

    private ValidationResult run(MeasuredTable table, List<Integer> sizes, int repeats, int threads)
            throws InterruptedException {
        return run(table, sizes, repeats, threads, BASELINES);
    }

    private ValidationResult run(
            MeasuredTable table, List<Integer> sizes, int repeats, int threads, List<RegressionMethod> baselines)
            throws InterruptedException {
        return new Validation(table, new ValidationSettings(sizes, repeats, 1, SMALL, threads), baselines)
                .run(recorded.reporter());
    }
}
