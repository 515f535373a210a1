package io.rafiki.benchmark.surrogate;

import io.rafiki.search.ExhaustiveSearch;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.SearchResult;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares the search with an exhaustive search of all knobs of a model. The optimum is the best of the grid, of a search that is a
 * hundred times as long, and of all compared searches, because the grid leaves out values.
 */
final class SearchOracle {

    static final List<String> COLUMNS = List.of(
            "read ratio",
            "grid points",
            "best of the grid",
            "seeds within 0.5 %",
            "worst",
            "evaluations",
            "first ms",
            "median ms",
            "p99 ms");

    private static final double[] READ_RATIOS = {0.1, 0.5, 0.9};
    private static final double NEAR = 0.995;

    private final Surrogate model;
    private final int seeds;
    private final int steps;

    /**
     * @param seeds number of searches per read ratio
     * @param steps maximum number of values per range in the grid
     */
    SearchOracle(Surrogate model, int seeds, int steps) {
        this.model = model;
        this.seeds = seeds;
        this.steps = steps;
    }

    /** One row per read ratio. The first search of the first row is the first of the process. */
    List<Map<String, String>> rows() {
        List<Map<String, String>> rows = new ArrayList<>();
        for (double readRatio : READ_RATIOS) {
            rows.add(row(readRatio));
        }
        return rows;
    }

    private Map<String, String> row(double readRatio) {
        SearchSpace where = SearchSpace.of(model.space());
        Workload workload = Workload.ofReadRatio(readRatio);
        double[] found = new double[seeds];
        double[] millis = new double[seeds];
        double evaluations = 0;
        for (int seed = 0; seed < seeds; seed++) {
            long start = System.nanoTime();
            SearchResult result = new GeneticSearch().search(model, workload, where, seed);
            millis[seed] = (System.nanoTime() - start) / 1e6;
            found[seed] = bound(result);
            evaluations += (double) result.evaluations() / seeds;
        }
        SearchResult grid = new ExhaustiveSearch(steps).search(model, workload, where, 0);
        double optimum = Math.max(
                Math.max(bound(grid), Arrays.stream(found).max().orElseThrow()),
                bound(GeneticSearch.thorough().search(model, workload, where, 0)));
        double first = millis[0];
        Arrays.sort(millis);
        return Map.of(
                "read ratio",
                String.valueOf(readRatio),
                "grid points",
                number("%,.0f", (double) grid.evaluations()),
                "best of the grid",
                number("%.4f", bound(grid) / optimum),
                "seeds within 0.5 %",
                Arrays.stream(found).filter(one -> one >= NEAR * optimum).count() + " of " + seeds,
                "worst",
                number("%.4f", Arrays.stream(found).min().orElseThrow() / optimum),
                "evaluations",
                number("%,.0f", evaluations),
                "first ms",
                number("%.0f", first),
                "median ms",
                number("%.1f", millis[seeds / 2]),
                "p99 ms",
                number("%.1f", p99(millis)));
    }

    /** The 99th percentile of ascending numbers: the smallest one that is no less than 99 % of them. */
    static double p99(double[] ascending) {
        return ascending[(99 * ascending.length + 99) / 100 - 1];
    }

    private static double bound(SearchResult result) {
        return result.prediction().lowerBound(SearchSpace.KAPPA);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
