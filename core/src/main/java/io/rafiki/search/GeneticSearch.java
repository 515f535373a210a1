package io.rafiki.search;

import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * The search for a live node: a race of subspaces with a genetic algorithm in the most promising ones (Rafiki §3.7).
 *
 * <ol>
 * <li>Initial sampling of every subspace. The best configurations of all are tried in every other subspace, because good values mostly
 * carry over between choices.
 * <li>The better part receives a short coordinate search and the best configurations again, because subspaces compare better near
 * their optima.
 * <li>The best of those receive the genetic algorithm and a short coordinate search.
 * <li>The best of those are searched to convergence, including choices and special values.
 * </ol>
 *
 * <p>Runs on the caller's thread, with random numbers from the seed only. Stateless and thread-safe.
 */
public final class GeneticSearch implements Search {

    private static final int MAX_SUBSPACES = 256;
    /** Initial points of all subspaces together, because one subspace can have several optima. */
    private static final int FEWEST_SAMPLES = 1024;

    private static final double NEAR = 0.25;
    private static final double FAR = 1;
    private static final Comparator<SubspaceState> BEST =
            Comparator.comparingDouble(SubspaceState::value).reversed();

    private final SearchBudget budget;

    /** A search that takes milliseconds. */
    public GeneticSearch() {
        this(SearchBudget.USUAL);
    }

    GeneticSearch(SearchBudget budget) {
        this.budget = budget;
    }

    /** A search about a hundred times as long, as a reference where {@link ExhaustiveSearch} is too slow. */
    public static GeneticSearch thorough() {
        return new GeneticSearch(SearchBudget.THOROUGH);
    }

    /** The genetic algorithm without local search, with about as many evaluations as {@link #GeneticSearch()}. */
    public static GeneticSearch geneticOnly() {
        return new GeneticSearch(SearchBudget.GENETIC);
    }

    /** The local search without genetic algorithm, with about as many evaluations as {@link #GeneticSearch()}. */
    public static GeneticSearch localOnly() {
        return new GeneticSearch(SearchBudget.LOCAL);
    }

    @Override
    public SearchResult search(Surrogate surrogate, Workload workload, SearchSpace where, long seed) {
        Random random = new Random(seed);
        Objective objective = new Objective(surrogate, workload, where);
        LocalSearch local = new LocalSearch(objective);
        List<SubspaceState> states = sample(objective, random);
        migrate(objective, states);
        states = best(states, budget.raced());
        local.improve(states, NEAR, budget.steps(), false);
        migrate(objective, states);
        states = best(states, budget.evolved());
        for (SubspaceState state : states) {
            evolve(objective, state, random);
        }
        local.improve(states, NEAR, budget.settled(), false);
        local.improve(best(states, budget.finalists()), FAR, budget.rounds(), true);
        return objective.result();
    }

    private static List<SubspaceState> best(List<SubspaceState> states, int most) {
        states.sort(BEST);
        return states.subList(0, Math.min(most, states.size()));
    }

    /** Samples all subspaces that contain a feasible position. */
    private List<SubspaceState> sample(Objective objective, Random random) {
        double[][] seeds = objective.seeds();
        List<SubspaceState> states = new ArrayList<>();
        Set<Long> numbers = subspaces(objective.axes(), seeds, random);
        int samples = Math.max(budget.samples(), FEWEST_SAMPLES / numbers.size());
        for (long number : numbers) {
            double shift = random.nextDouble();
            Subspace.of(objective.axes(), number)
                    .within(objective.allowed())
                    .ifPresent(subspace ->
                            states.add(explore(objective, subspace, seeds(seeds, objective, number), samples, shift)));
        }
        return states;
    }

    private SubspaceState explore(Objective objective, Subspace subspace, double[][] seeds, int samples, double shift) {
        int n = subspace.dimensions() == 0 ? 1 : Math.max(samples, seeds.length);
        double[] rows = new double[n * objective.width()];
        double[] values = new double[n];
        int top = InitialSampling.sample(objective, subspace, seeds, shift, n, rows, values);
        return new SubspaceState(subspace, rows, values, top);
    }

    private static double[][] seeds(double[][] seeds, Objective objective, long number) {
        return Arrays.stream(seeds)
                .filter(seed -> Subspace.numberOf(objective.axes(), seed) == number)
                .toArray(double[][]::new);
    }

    /** Tries the best configurations of all subspaces in each of the others. */
    private void migrate(Objective objective, List<SubspaceState> states) {
        List<SubspaceState> origins = best(new ArrayList<>(states), budget.migrants());
        int width = objective.width();
        double[] rows = new double[states.size() * origins.size() * width];
        double[] values = new double[states.size() * origins.size()];
        List<SubspaceState> receivers = new ArrayList<>();
        for (SubspaceState origin : origins) {
            for (SubspaceState state : states) {
                if (state != origin && state.subspace().dimensions() > 0) {
                    state.subspace().settle(origin.codes(), state.codes(), rows, receivers.size() * width);
                    receivers.add(state);
                }
            }
        }
        objective.evaluate(rows, receivers.size(), values);
        for (int i = 0; i < values.length && i < receivers.size(); i++) {
            receivers.get(i).offer(Arrays.copyOfRange(rows, i * width, (i + 1) * width), values[i]);
        }
    }

    private void evolve(Objective objective, SubspaceState state, Random random) {
        if (state.subspace().dimensions() > 0 && budget.generations() > 0) {
            List<double[]> start = state.fittest(budget.population() / 2 - 1);
            start.add(state.position());
            new GeneticAlgorithm(objective, state).run(start, budget.population(), budget.generations(), random);
        }
    }

    /** The subspaces to sample: all of them, or those of the seeds and a random part of the others. */
    private static Set<Long> subspaces(List<SearchDimension> axes, double[][] seeds, Random random) {
        double count = Subspace.count(axes);
        TreeSet<Long> numbers = new TreeSet<>();
        if (count <= MAX_SUBSPACES) {
            for (long number = 0; number < count; number++) {
                numbers.add(number);
            }
            return numbers;
        }
        for (double[] seed : seeds) {
            numbers.add(Subspace.numberOf(axes, seed));
        }
        while (numbers.size() < MAX_SUBSPACES) {
            numbers.add((long) (random.nextDouble() * Math.min(count, (double) Long.MAX_VALUE)));
        }
        return numbers;
    }
}
