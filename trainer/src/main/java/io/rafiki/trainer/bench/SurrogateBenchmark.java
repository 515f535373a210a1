package io.rafiki.trainer.bench;

import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.ExhaustiveSearch;
import io.rafiki.search.GeneticSearch;
import java.util.function.Consumer;

/** All figures of the surrogate and the search, on one core, one after the other. */
public final class SurrogateBenchmark {

    private final KnobCatalogue catalogue;
    private final int seeds;

    /**
     * @param catalogue whose space is searched beside the paper's
     * @param seeds how many searches at each read ratio
     */
    public SurrogateBenchmark(KnobCatalogue catalogue, int seeds) {
        this.catalogue = catalogue;
        this.seeds = seeds;
    }

    /** Takes the figures and hands each over when it is there. */
    public void run(Consumer<Figure> figures) throws InterruptedException {
        new EvaluationBenchmark(1).run(figures);
        TrainingBenchmark training = new TrainingBenchmark();
        training.run("paper's 5 knobs", Surface.paperKnobs(), 5, figures);
        training.run("catalogue's " + catalogue.space().size() + " knobs", catalogue.space(), 3, figures);
        new CoverageBenchmark().run(figures);
        SearchBenchmark search = new SearchBenchmark(seeds);
        KnobSpace five = Surface.paperKnobs();
        KnobSpace all = catalogue.space();
        String name = "catalogue's " + all.size() + " knobs";
        search.run("paper's 5 knobs", five, 20, 5, new ExhaustiveSearch(24), figures);
        search.run("paper's 5 knobs", five, 100, 1, new ExhaustiveSearch(24), figures);
        search.run(name, all, 20, 3, GeneticSearch.thorough(), figures);
        search.run(name, all, 100, 1, GeneticSearch.thorough(), figures);
    }
}
