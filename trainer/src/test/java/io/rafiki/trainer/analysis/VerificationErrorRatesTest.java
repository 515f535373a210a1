package io.rafiki.trainer.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.statistics.StatisticsPage;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Simulated error rates of a verification of ten pairs, as the shipped one has. */
class VerificationErrorRatesTest {

    private static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");
    private static final List<String> KNOBS = List.of("concurrent_reads", "concurrent_writes");
    private static final int PAIRS = 10;

    @TempDir
    private Path folder;

    private TrialSet set;
    private Configuration baseline;

    /** Checked with scipy.stats.wilcoxon, exact. */
    @Test
    void theSignedRankTestAgreesWithScipy() {
        double[] logs = {0.031, -0.012, 0.054, 0.008, 0.047, 0.022, -0.005, 0.016, 0.039, 0.001};

        PairedVerification found = verification(i -> 1000, List.of(i -> 1000 * Math.exp(logs[i])));

        assertThat(found.rows().get(0).p()).isCloseTo(0.02734375, within(1e-9));
    }

    /** The exact level of the test is 48 / 1024 = 4.7 %. */
    @Test
    void aConfigurationThatDoesNotDifferIsSeldomCalledBetterOrWorse() throws Exception {
        double found = rate(500, 41, random -> verification(noise(random, 1), List.of(noise(random, 1))));

        assertThat(found).isBetween(0.03, 0.07);
        StatisticsPage.quotes("verification, any false finding | one configuration, 10 pairs, noise 5 % | 5 %", found);
    }

    @Test
    void noneOfTwelveConfigurationsIsCalledBetterOrWorse() throws Exception {
        double found = rate(
                300,
                42,
                random -> verification(
                        noise(random, 1),
                        IntStream.range(0, 12).mapToObj(i -> noise(random, 1)).toList()));

        assertThat(found).isLessThan(0.07);
        StatisticsPage.quotes(
                "verification, any false finding | 12 configurations, 10 pairs each, noise 5 % | 5 %", found);
    }

    @Test
    void aGainOfATenthIsMostlyFound() throws Exception {
        double missed = 1 - rate(500, 43, random -> verification(noise(random, 1), List.of(noise(random, 1.1))));

        assertThat(missed).isLessThan(0.1);
        StatisticsPage.quotes("verification misses a gain | 10 %, one configuration, 10 pairs, noise 5 % | -", missed);
    }

    /** The share of verifications that call any configuration better or worse. */
    private static double rate(int runs, long seed, Function<Random, PairedVerification> simulation) {
        Random random = new Random(seed);
        int found = 0;
        for (int run = 0; run < runs; run++) {
            PairedVerification verification = simulation.apply(random);
            found += verification.rows().stream().anyMatch(row -> row.p() < 0.05) ? 1 : 0;
        }
        return found / (double) runs;
    }

    private static IntToDoubleFunction noise(Random random, double factor) {
        double[] values = new double[PAIRS];
        Arrays.setAll(values, i -> 1000 * factor * Math.exp(0.05 * random.nextGaussian()));
        return i -> values[i];
    }

    /** The plan's times and ids are the same in each simulated verification, so they are read once. */
    @BeforeEach
    void read() throws Exception {
        KnobSpace space =
                KnobCatalogue.read(CATALOGUE, new NodeResources(2, 512)).space(KNOBS);
        baseline = space.defaults();
        Trials trials = new Trials(folder.resolve(Trials.FILE));
        for (Trial trial : trials(noise(new Random(40), 1), List.of(noise(new Random(40), 1)))) {
            trials.append(trial);
        }
        set = TrialData.read(folder, CATALOGUE).set();
    }

    private PairedVerification verification(IntToDoubleFunction usual, List<IntToDoubleFunction> others) {
        return PairedVerification.of(new TrialData(folder, set, trials(usual, others), List.of()));
    }

    private List<Trial> trials(IntToDoubleFunction usual, List<IntToDoubleFunction> others) {
        List<Trial> trials = new ArrayList<>();
        for (int pair = 0; pair < PAIRS; pair++) {
            trials.add(trial(baseline, pair, usual.applyAsDouble(pair)));
            for (int other = 0; other < others.size(); other++) {
                Configuration configuration = baseline.with("concurrent_reads", 33 + other);
                trials.add(trial(configuration, pair, others.get(other).applyAsDouble(pair)));
            }
        }
        return trials;
    }

    private static Trial trial(Configuration configuration, int pair, double throughput) {
        String at = Instant.ofEpochSecond(1_800_000_000L + 60L * pair).toString();
        return Lines.measured(new PlannedTrial(Workload.ofReadRatio(0.9), configuration, pair), throughput, at);
    }
}
