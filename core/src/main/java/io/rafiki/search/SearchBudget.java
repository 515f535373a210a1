package io.rafiki.search;

/**
 * The budget of a {@link GeneticSearch} by phase. Predictions run in blocks of 64, so batches should be multiples of that.
 *
 * @param look initial points per subspace
 * @param migrants best configurations of all subspaces that are tried in every other subspace
 * @param raced subspaces that receive coordinate search after initial sampling and migration
 * @param steps rounds of coordinate search in that race
 * @param evolved subspaces that receive the genetic algorithm
 * @param population population of the genetic algorithm
 * @param generations generations of the genetic algorithm
 * @param settled rounds of coordinate search from its best, before the finalists are chosen
 * @param finalists subspaces whose best is searched to convergence, including choices and special values
 */
record SearchBudget(
        int look,
        int migrants,
        int raced,
        int steps,
        int evolved,
        int population,
        int generations,
        int settled,
        int finalists) {

    /** Milliseconds, for a live node. */
    static final SearchBudget USUAL = new SearchBudget(64, 12, 14, 3, 3, 48, 4, 2, 3);

    /** A long search as a reference: the genetic algorithm runs in every subspace. */
    static final SearchBudget THOROUGH = new SearchBudget(512, 8, 256, 12, 256, 96, 20, 24, 32);
}
