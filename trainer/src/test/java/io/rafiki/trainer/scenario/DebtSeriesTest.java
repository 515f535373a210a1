package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.trial.CompactionFigures;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.junit.jupiter.api.Test;

class DebtSeriesTest {

    private final DebtSeries debt = new DebtSeries();

    @Test
    void aFailedReadLeavesAGap() throws Exception {
        debt.look(1, () -> figures(12, 2));
        debt.look(5, () -> figures(13, 3));
        debt.look(6, () -> {
            throw new IOException("connection reset");
        });
        debt.look(11.5, () -> figures(15, 4));
        assertThat(debt.points())
                .containsExactly(
                        new DebtPoint(1, 12, 2), new DebtPoint(6, Double.NaN, Double.NaN), new DebtPoint(11.5, 15, 4));
    }

    /** Ctrl-C and the failure of another node end a load. */
    @Test
    void anInterruptionEndsTheLoad() {
        assertThatThrownBy(() -> debt.look(1, () -> {
                    throw new InterruptedIOException();
                }))
                .isInstanceOf(InterruptedIOException.class);
    }

    private static CompactionFigures figures(double sstables, double pending) {
        return new CompactionFigures(pending, 0.0, sstables, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    }
}
