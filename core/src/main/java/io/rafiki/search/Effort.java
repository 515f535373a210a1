package io.rafiki.search;

/**
 * How much a {@link GeneticSearch} spends where. Predictions come in blocks of 64, so a batch is best a multiple of that.
 *
 * @param look points of the first look at each island
 * @param migrants best configurations of all islands that are tried on every other
 * @param raced islands that climb some steps after the first look and step
 * @param steps rounds of climbing in that race
 * @param evolved islands that the genetic algorithm runs on
 * @param population of the genetic algorithm
 * @param generations of the genetic algorithm
 * @param settled rounds of climbing from its best, before the finalists are chosen
 * @param finalists islands whose best climbs to the end, over choices and special values too
 */
record Effort(
        int look,
        int migrants,
        int raced,
        int steps,
        int evolved,
        int population,
        int generations,
        int settled,
        int finalists) {

    /** Milliseconds, for a node. */
    static final Effort USUAL = new Effort(64, 12, 14, 3, 3, 48, 4, 2, 3);

    /** As long as it takes, for a yardstick: the genetic algorithm runs on every island. */
    static final Effort THOROUGH = new Effort(512, 8, 256, 12, 256, 96, 20, 24, 32);
}
