package io.rafiki.search;

import io.rafiki.surrogate.Surrogate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * The search for a node: a genetic algorithm on the most promising islands, between a first look at all of them and a climb to
 * the nearest top (design D7; Rafiki §3.7).
 *
 * <p>Cost: with {@code I} islands about {@code 128 I} evaluations to rank them, then a few hundred for each of the best four.
 * Runs on the caller's thread, with random numbers from the seed only. No state; safe for any number of threads.
 */
public final class GeneticSearch implements Search {

    private static final int MOST_ISLANDS = 256;
    private static final int LOOK = 64;
    private static final int EVOLVED = 4;
    private static final int POPULATION = 24;
    private static final int GENERATIONS = 6;
    private static final int CLIMB = 24;

    @Override
    public SearchResult search(Surrogate surrogate, double readRatio, SearchSpace where, long seed) {
        Random random = new Random(seed);
        Objective objective = new Objective(surrogate, readRatio, where);
        Polish polish = new Polish(objective);
        double[][] seeds = objective.seeds();
        List<Landing> landings = new ArrayList<>();
        for (long number : islands(objective.axes(), seeds, random)) {
            landings.add(look(objective, polish, number, seeds, random));
        }
        Comparator<Landing> best = Comparator.comparingDouble(Landing::value).reversed();
        landings.sort(best);
        List<Landing> promising = landings.subList(0, Math.min(EVOLVED, landings.size()));
        for (Landing landing : promising) {
            evolve(objective, polish, landing, random);
        }
        promising.sort(best);
        promising.get(0).climb(polish, 1, CLIMB, true);
        return objective.result();
    }

    /** Looks at an island, takes the best of it, and climbs one step. */
    private static Landing look(Objective objective, Polish polish, long number, double[][] seeds, Random random) {
        Island island = Island.of(objective.axes(), number);
        List<double[]> here = new ArrayList<>();
        for (double[] seed : seeds) {
            if (Island.numberOf(objective.axes(), seed) == number) {
                here.add(seed);
            }
        }
        int n = island.dimensions() == 0 ? 1 : Math.max(LOOK, here.size());
        double[] rows = new double[n * objective.width()];
        double[] values = new double[n];
        int top = Scout.look(objective, island, here.toArray(double[][]::new), random.nextDouble(), n, rows, values);
        Landing landing = new Landing(island, rows, values, top);
        if (island.dimensions() > 0) {
            landing.climb(polish, 0.25, 1, false);
        }
        return landing;
    }

    private static void evolve(Objective objective, Polish polish, Landing landing, Random random) {
        if (landing.island().dimensions() == 0) {
            return;
        }
        List<double[]> start = landing.fittest(POPULATION / 2 - 1);
        start.add(landing.position());
        double[] position = new Evolution(objective, landing.island()).run(start, POPULATION, GENERATIONS, random);
        double[] evolved = new double[objective.width()];
        double[] value = new double[1];
        landing.island().place(position, evolved, 0);
        objective.evaluate(evolved, 1, value);
        landing.offer(evolved, value[0]);
        landing.climb(polish, 0.25, CLIMB, false);
    }

    /** The islands to look at: all of them, or those of the seeds and a random part of the others. */
    private static Iterable<Long> islands(List<Axis> axes, double[][] seeds, Random random) {
        double count = Island.count(axes);
        TreeSet<Long> numbers = new TreeSet<>();
        if (count <= MOST_ISLANDS) {
            for (long number = 0; number < count; number++) {
                numbers.add(number);
            }
            return numbers;
        }
        for (double[] seed : seeds) {
            numbers.add(Island.numberOf(axes, seed));
        }
        while (numbers.size() < MOST_ISLANDS) {
            numbers.add((long) (random.nextDouble() * Math.min(count, (double) Long.MAX_VALUE)));
        }
        return numbers;
    }
}
