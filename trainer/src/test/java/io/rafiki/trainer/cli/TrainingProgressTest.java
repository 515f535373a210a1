package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TrainingProgressTest {

    private final StringWriter out = new StringWriter();
    private final AtomicLong nanos = new AtomicLong(5);

    @Test
    void saysOneLineAMinuteWhereNobodyWatches() {
        try (TrainingProgress progress = new TrainingProgress(new PrintWriter(out, true), 60, false, nanos::get)) {
            for (int finished = 1; finished <= 60; finished++) {
                nanos.addAndGet(TimeUnit.SECONDS.toNanos(4));
                progress.accept(finished);
            }
        }
        assertThat(out.toString().lines())
                .containsExactly(
                        "Training: 15 of 60 networks.",
                        "Training: 30 of 60 networks.",
                        "Training: 45 of 60 networks.",
                        "Training: 60 of 60 networks.");
    }
}
