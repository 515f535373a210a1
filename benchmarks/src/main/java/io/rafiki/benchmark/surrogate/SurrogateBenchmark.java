package io.rafiki.benchmark.surrogate;

import io.rafiki.benchmark.result.BenchmarkResult;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.ExhaustiveSearch;
import io.rafiki.search.GeneticSearch;
import io.rafiki.trainer.train.Surface;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Measures the surrogate and the search, on one core, in sequence. */
public final class SurrogateBenchmark {

    public enum Part {
        /** Evaluations per second and allocated bytes, compared with DL4J. */
        EVALUATION,
        /** Seconds for 30 and for 100 networks. */
        TRAINING,
        /** Coverage of predicted deviations, and harm by choices that rely on them. */
        COVERAGE,
        /** Duration of a search, and its distance from the optimum. */
        SEARCH
    }

    /** The knobs of the shipped model: the paper's five, and two more that can change on a running node. */
    private static final List<String> SEVEN = List.of(
            "compaction",
            "concurrent_writes",
            "concurrent_reads",
            "file_cache_size",
            "memtable_cleanup_threshold",
            "concurrent_compactors",
            "compaction_throughput");

    private final KnobCatalogue catalogue;
    private final int seeds;
    private final Set<Part> parts;

    /**
     * @param catalogue catalogue of the second search space, after the paper's
     * @param seeds number of searches per read ratio
     * @param parts parts to run
     */
    public SurrogateBenchmark(KnobCatalogue catalogue, int seeds, Collection<Part> parts) {
        this.catalogue = catalogue;
        this.seeds = seeds;
        this.parts = EnumSet.copyOf(parts);
    }

    /**
     * Runs the parts.
     *
     * @param figures receives each result as soon as it is available
     */
    public void run(Consumer<BenchmarkResult> figures) throws InterruptedException {
        if (parts.contains(Part.EVALUATION)) {
            new EvaluationBenchmark(1).run(figures);
        }
        if (parts.contains(Part.TRAINING)) {
            TrainingBenchmark training = new TrainingBenchmark();
            training.run("paper's 5 knobs", Surface.paperKnobs(), 5, figures);
            training.run("catalogue's first 7 knobs", catalogue.space(SEVEN), 5, figures);
        }
        if (parts.contains(Part.COVERAGE)) {
            new CoverageBenchmark().run(figures);
        }
        if (parts.contains(Part.SEARCH)) {
            search(figures);
        }
    }

    private void search(Consumer<BenchmarkResult> figures) throws InterruptedException {
        SearchBenchmark search = new SearchBenchmark(seeds);
        KnobSpace five = Surface.paperKnobs();
        search.run("paper's 5 knobs", five, 30, new ExhaustiveSearch(24), figures);
        search.run("paper's 5 knobs", five, 100, new ExhaustiveSearch(24), figures);
        KnobSpace seven = catalogue.space(SEVEN);
        search.run("catalogue's first 7 knobs", seven, 30, GeneticSearch.thorough(), figures);
        search.run("catalogue's first 7 knobs", seven, 100, GeneticSearch.thorough(), figures);
    }
}
