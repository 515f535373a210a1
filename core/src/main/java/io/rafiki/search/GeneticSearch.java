package io.rafiki.search;

import io.rafiki.surrogate.Surrogate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * The search for a node: a race of islands in which fewer and fewer are searched more and more, with a genetic algorithm on the
 * most promising ones (design D7; Rafiki §3.7).
 *
 * <ol>
 *   <li>A first look at every island. The best configurations of all of them are tried on every other: what suits one choice
 *       mostly suits the next one too, and islands that are compared near their tops are ranked better than by chance points.
 *   <li>The better part climbs a few steps, the best of those are evolved and climb on.
 *   <li>The best of those climb to the top, over choices and special values too.
 * </ol>
 *
 * <p>Runs on the caller's thread, with random numbers from the seed only. No state; safe for any number of threads.
 */
public final class GeneticSearch implements Search {

    private static final int MOST_ISLANDS = 256;
    private static final int CLIMB = 24;
    private static final double NEAR = 0.25;
    private static final double FAR = 1;
    private static final Comparator<Landing> BEST =
            Comparator.comparingDouble(Landing::value).reversed();

    private final Effort effort;

    /** A search that takes milliseconds. */
    public GeneticSearch() {
        this(Effort.USUAL);
    }

    GeneticSearch(Effort effort) {
        this.effort = effort;
    }

    /** A search some hundred times as long: a yardstick where an {@link ExhaustiveSearch} would not end. */
    public static GeneticSearch thorough() {
        return new GeneticSearch(Effort.THOROUGH);
    }

    @Override
    public SearchResult search(Surrogate surrogate, double readRatio, SearchSpace where, long seed) {
        Random random = new Random(seed);
        Objective objective = new Objective(surrogate, readRatio, where);
        Polish polish = new Polish(objective);
        List<Landing> landings = land(objective, random);
        migrate(objective, landings);
        landings = best(landings, effort.raced());
        polish.climb(landings, NEAR, effort.steps(), false);
        migrate(objective, landings);
        landings = best(landings, effort.evolved());
        for (Landing landing : landings) {
            evolve(objective, landing, random);
        }
        polish.climb(landings, NEAR, effort.settled(), false);
        polish.climb(best(landings, effort.finalists()), FAR, CLIMB, true);
        return objective.result();
    }

    private static List<Landing> best(List<Landing> landings, int most) {
        landings.sort(BEST);
        return landings.subList(0, Math.min(most, landings.size()));
    }

    /** Looks at all islands that hold something that is allowed. */
    private List<Landing> land(Objective objective, Random random) {
        double[][] seeds = objective.seeds();
        List<Landing> landings = new ArrayList<>();
        for (long number : islands(objective.axes(), seeds, random)) {
            double shift = random.nextDouble();
            Island.of(objective.axes(), number)
                    .within(objective.allowed())
                    .ifPresent(island -> landings.add(look(objective, island, seeds(seeds, objective, number), shift)));
        }
        return landings;
    }

    private Landing look(Objective objective, Island island, double[][] seeds, double shift) {
        int n = island.dimensions() == 0 ? 1 : Math.max(effort.look(), seeds.length);
        double[] rows = new double[n * objective.width()];
        double[] values = new double[n];
        int top = Scout.look(objective, island, seeds, shift, n, rows, values);
        return new Landing(island, rows, values, top);
    }

    private static double[][] seeds(double[][] seeds, Objective objective, long number) {
        return Arrays.stream(seeds)
                .filter(seed -> Island.numberOf(objective.axes(), seed) == number)
                .toArray(double[][]::new);
    }

    /** Tries the best configurations of all islands on each of the others. */
    private void migrate(Objective objective, List<Landing> landings) {
        List<Landing> origins = best(new ArrayList<>(landings), effort.migrants());
        int width = objective.width();
        double[] rows = new double[landings.size() * origins.size() * width];
        double[] values = new double[landings.size() * origins.size()];
        List<Landing> receivers = new ArrayList<>();
        for (Landing origin : origins) {
            for (Landing landing : landings) {
                if (landing != origin && landing.island().dimensions() > 0) {
                    landing.island().settle(origin.codes(), landing.codes(), rows, receivers.size() * width);
                    receivers.add(landing);
                }
            }
        }
        objective.evaluate(rows, receivers.size(), values);
        for (int i = 0; i < values.length && i < receivers.size(); i++) {
            receivers.get(i).offer(Arrays.copyOfRange(rows, i * width, (i + 1) * width), values[i]);
        }
    }

    private void evolve(Objective objective, Landing landing, Random random) {
        if (landing.island().dimensions() > 0) {
            List<double[]> start = landing.fittest(effort.population() / 2 - 1);
            start.add(landing.position());
            new Evolution(objective, landing).run(start, effort.population(), effort.generations(), random);
        }
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
