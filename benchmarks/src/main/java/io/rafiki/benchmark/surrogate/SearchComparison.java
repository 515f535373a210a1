package io.rafiki.benchmark.surrogate;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.RealKnob;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.Search;
import io.rafiki.search.SearchResult;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.train.Surface;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Compares the parts of the search with equal evaluation budgets: the genetic algorithm alone, the local search alone, and both. The
 * optimum is the best of a search that is a hundred times as long and of all compared searches.
 */
final class SearchComparison {

    private static final double NEAR = 0.99;
    private static final int DIMENSIONS = 6;
    private static final double SHIFT = 0.7;

    /** A surface to search at one workload. */
    private record Task(String name, Surrogate surface, double readRatio) {}

    /** Searches by name. */
    private static final Map<String, Search> METHODS = methods();

    private final List<Task> tasks = new ArrayList<>();
    private final int seeds;

    /** @param model searched at four read ratios */
    SearchComparison(Surrogate model, int seeds) {
        this.seeds = seeds;
        tasks.add(new Task("Rosenbrock, 6 knobs", testFunction(SearchComparison::rosenbrock), 0.5));
        tasks.add(new Task("Rastrigin, 6 knobs", testFunction(SearchComparison::rastrigin), 0.5));
        tasks.add(new Task("Ackley, 6 knobs", testFunction(SearchComparison::ackley), 0.5));
        for (double readRatio : new double[] {0.1, 0.5, 0.9, 1}) {
            tasks.add(new Task("model, read ratio " + readRatio, model, readRatio));
        }
        for (int seed = 1; seed <= 3; seed++) {
            Surface surface = new Surface(model.space(), seed);
            tasks.add(new Task(
                    "synthetic response " + seed,
                    new Known(surface.space(), (readRatio, found) -> surface.value(readRatio, found)),
                    0.5));
        }
    }

    private static Map<String, Search> methods() {
        Map<String, Search> methods = new LinkedHashMap<>();
        methods.put("genetic", GeneticSearch.geneticOnly());
        methods.put("local", GeneticSearch.localOnly());
        methods.put("both", new GeneticSearch());
        return methods;
    }

    static List<String> columns() {
        List<String> columns = new ArrayList<>(List.of("surface"));
        for (String method : METHODS.keySet()) {
            columns.addAll(List.of(method + ": seeds", method + ": worst", method + ": evaluations"));
        }
        return columns;
    }

    /** One row per surface: seeds that reach 99 % of the optimum, the worst share, and the mean number of evaluations. */
    List<Map<String, String>> rows() {
        return tasks.stream().map(this::row).toList();
    }

    private Map<String, String> row(Task task) {
        SearchSpace where = SearchSpace.of(task.surface().space());
        Workload workload = Workload.ofReadRatio(task.readRatio());
        Map<String, List<SearchResult>> found = new LinkedHashMap<>();
        METHODS.forEach((name, method) -> found.put(
                name,
                IntStream.range(0, seeds)
                        .mapToObj(seed -> method.search(task.surface(), workload, where, seed))
                        .toList()));
        double best = Math.max(
                bound(GeneticSearch.thorough().search(task.surface(), workload, where, 0)),
                found.values().stream()
                        .flatMap(List::stream)
                        .mapToDouble(SearchComparison::bound)
                        .max()
                        .orElseThrow());
        Map<String, String> row = new LinkedHashMap<>();
        row.put("surface", task.name());
        found.forEach((name, results) -> {
            row.put(
                    name + ": seeds",
                    results.stream().filter(one -> bound(one) >= NEAR * best).count() + " of " + seeds);
            row.put(
                    name + ": worst",
                    String.format(
                            Locale.ROOT,
                            "%.3f",
                            results.stream()
                                    .mapToDouble(one -> bound(one) / best)
                                    .min()
                                    .orElseThrow()));
            row.put(
                    name + ": evaluations",
                    String.format(
                            Locale.ROOT,
                            "%,.0f",
                            results.stream()
                                    .mapToLong(SearchResult::evaluations)
                                    .average()
                                    .orElseThrow()));
        });
        return row;
    }

    private static double bound(SearchResult result) {
        return result.prediction().lowerBound(SearchSpace.KAPPA);
    }

    /** A surface whose optimum is 1000 where {@code f} is 0. */
    private static Known testFunction(ToDoubleFunction<double[]> f) {
        KnobSpace space = new KnobSpace(IntStream.range(0, DIMENSIONS)
                .<Knob>mapToObj(d -> new RealKnob("x" + d, "", 0, 6, 0))
                .toList());
        return new Known(
                space,
                (readRatio, x) -> 1000
                        / (1
                                + f.applyAsDouble(Arrays.stream(x.codes())
                                        .map(value -> value - 3)
                                        .toArray())));
    }

    private static double rosenbrock(double[] x) {
        double sum = 0;
        for (int d = 1; d < x.length; d++) {
            sum += 100 * Math.pow(x[d] - x[d - 1] * x[d - 1], 2) + Math.pow(1 - x[d - 1], 2);
        }
        return sum / 100;
    }

    private static double rastrigin(double[] x) {
        return Arrays.stream(x)
                        .map(value -> Math.pow(value - SHIFT, 2) + 10 - 10 * Math.cos(2 * Math.PI * (value - SHIFT)))
                        .sum()
                / 10;
    }

    private static double ackley(double[] x) {
        double squares = Arrays.stream(x)
                .map(value -> Math.pow(value - SHIFT, 2))
                .average()
                .orElseThrow();
        double waves = Arrays.stream(x)
                .map(value -> Math.cos(2 * Math.PI * (value - SHIFT)))
                .average()
                .orElseThrow();
        return 20 + Math.E - 20 * Math.exp(-0.2 * Math.sqrt(squares)) - Math.exp(waves);
    }

    /** A known function as a surrogate without error. */
    private record Known(KnobSpace space, ToDoubleBiFunction<Double, Configuration> value) implements Surrogate {

        @Override
        public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
            for (int i = 0; i < n; i++) {
                double[] row = Arrays.copyOfRange(codes, i * space.size(), (i + 1) * space.size());
                mean[i] = value.applyAsDouble(workload.readRatio(), new Configuration(space, row));
                deviation[i] = 0;
            }
        }

        @Override
        public Surrogate copy() {
            return this;
        }
    }
}
