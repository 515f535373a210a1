package io.rafiki.benchmark.surrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.benchmark.result.BenchmarkResult;
import io.rafiki.search.GeneticSearch;
import io.rafiki.trainer.train.Surface;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SearchBenchmarkTest {

    /** The part "training" has the times of training, under its own names. */
    @Test
    void theSearchHasItsOwnFigures() throws InterruptedException {
        List<BenchmarkResult> figures = new ArrayList<>();
        new SearchBenchmark(1).run("5 knobs", Surface.paperKnobs(), 4, new GeneticSearch(), figures::add);
        assertThat(figures)
                .extracting(BenchmarkResult::name)
                .isNotEmpty()
                .doesNotHaveDuplicates()
                .allSatisfy(name -> assertThat(name)
                        .startsWith("5 knobs: search, 4 networks")
                        .doesNotContain("training"));
    }
}
