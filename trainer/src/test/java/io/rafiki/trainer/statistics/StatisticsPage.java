package io.rafiki.trainer.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.function.Predicate;

/** Compares simulated error rates with the table in docs/statistics.md. Each test seeds its generator, so its figure is reproducible. */
public final class StatisticsPage {

    private static final Path PAGE = Path.of("../docs/statistics.md");

    private StatisticsPage() {}

    /** The share of simulated runs of which {@code error} holds. */
    public static double rate(int runs, long seed, Predicate<Random> error) {
        Random random = new Random(seed);
        int errors = 0;
        for (int run = 0; run < runs; run++) {
            errors += error.test(random) ? 1 : 0;
        }
        return errors / (double) runs;
    }

    /** Asserts that the page has a row of this text that ends with the rate. */
    public static void quotes(String row, double rate) throws IOException {
        String expected = String.format(Locale.ROOT, "| %s | %.1f %% |", row, 100 * rate);
        assertThat(Files.readAllLines(PAGE)).contains(expected);
    }
}
