package io.rafiki.search;

/**
 * The budget of a {@link GeneticSearch} by phase. Predictions run in blocks of 64, so batches should be multiples of that.
 *
 * @param samples initial points per subspace
 * @param migrants best configurations of all subspaces that are tried in every other subspace
 * @param raced subspaces that receive a short coordinate search
 * @param steps its rounds
 * @param evolved subspaces that receive the genetic algorithm
 * @param population population of the genetic algorithm
 * @param generations generations of the genetic algorithm; 0 for none
 * @param settled rounds of coordinate search from its best, before the finalists are chosen
 * @param finalists subspaces that receive the last coordinate search
 * @param rounds rounds of the last coordinate search
 */
record SearchBudget(
        int samples,
        int migrants,
        int raced,
        int steps,
        int evolved,
        int population,
        int generations,
        int settled,
        int finalists,
        int rounds) {

    /** Milliseconds, for a live node. */
    static final SearchBudget USUAL = new SearchBudget(64, 12, 14, 3, 2, 64, 8, 2, 2, 24);

    /** The genetic algorithm alone. */
    static final SearchBudget GENETIC = new SearchBudget(64, 12, 14, 0, 3, 48, 30, 0, 3, 0);

    /** The local search alone. */
    static final SearchBudget LOCAL = new SearchBudget(64, 12, 14, 3, 5, 0, 0, 0, 5, 24);

    /** A long search as a reference: the genetic algorithm runs in every subspace. */
    static final SearchBudget THOROUGH = new SearchBudget(512, 8, 256, 12, 256, 96, 20, 24, 32, 24);
}
