package io.rafiki.trainer.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.trainer.progress.RecordedProgress;
import io.rafiki.trainer.table.MeasuredTable;
import io.rafiki.trainer.train.TrainingConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

class SplitErrorsTest {

    private static final TrainingConfig SMALL = TrainingConfig.DEFAULT.with(4, 1, 1);

    private final MeasuredTable table = Tables.curved(90, 3, value -> value);

    @Test
    void areTheErrorsOfAValidation() throws InterruptedException {
        ValidationResult validated = new Validation(
                        table, new ValidationSettings(List.of(25), 3, 7, SMALL, 1), List.of(new MeanMethod()))
                .run(new RecordedProgress(false).reporter());
        List<Double> errors = new SplitErrors(table, 3, 7, 2).of(SMALL, 25);
        assertThat(errors).hasSize(3).doesNotHaveDuplicates();
        assertThat(errors.stream().mapToDouble(error -> error).average().orElseThrow())
                .isCloseTo(validated.sections().get(0).rows().get(0).mape().mean(), within(1e-9));
    }

    @Test
    void aMethodIsPairedWithItself() throws InterruptedException {
        SplitErrors errors = new SplitErrors(table, 2, 7, 2);
        assertThat(errors.of(SMALL, 25)).isEqualTo(errors.of(SMALL, 25)).isNotEqualTo(errors.of(SMALL, 26));
        assertThat(errors.of(SMALL.withOneNoisePrior(), 25)).isNotEqualTo(errors.of(SMALL, 25));
    }
}
