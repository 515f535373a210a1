package io.rafiki.benchmark.collection;

import io.rafiki.benchmark.result.BenchmarkResult;
import io.rafiki.benchmark.result.PairedComparison;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The results of simulated campaigns.
 *
 * @param checkpoints numbers of trials after which a model was evaluated
 * @param shortfalls method to one figure per checkpoint, in percent
 * @param until method to the number of trials until a campaign was near the best; infinite if it never was
 * @param reached method to the number of campaigns that came near the best
 * @param behind method to its final shortfall minus that of the active method on the same test function, in percentage points
 */
public record CollectionFigures(
        List<Integer> checkpoints,
        Map<CollectionMethod, List<BenchmarkResult>> shortfalls,
        Map<CollectionMethod, BenchmarkResult> until,
        Map<CollectionMethod, Long> reached,
        Map<CollectionMethod, PairedComparison.Difference> behind) {

    /** Summarises the results over the seeds. */
    public static CollectionFigures of(CollectionBenchmark benchmark, Map<CollectionMethod, double[][]> shortfalls) {
        List<Integer> checkpoints = benchmark.checkpoints();
        Map<CollectionMethod, List<BenchmarkResult>> figures = new LinkedHashMap<>();
        Map<CollectionMethod, BenchmarkResult> until = new LinkedHashMap<>();
        Map<CollectionMethod, Long> reached = new LinkedHashMap<>();
        Map<CollectionMethod, PairedComparison.Difference> behind = new LinkedHashMap<>();
        shortfalls.forEach((method, bySeed) -> {
            figures.put(
                    method,
                    IntStream.range(0, checkpoints.size())
                            .mapToObj(c -> BenchmarkResult.of(
                                    "shortfall",
                                    "%",
                                    Arrays.stream(bySeed)
                                            .mapToDouble(row -> 100 * row[c])
                                            .toArray()))
                            .toList());
            until.put(
                    method,
                    BenchmarkResult.of(
                            "trials until within 5 % of the best",
                            "trials",
                            Arrays.stream(bySeed)
                                    .mapToDouble(benchmark::trialsUntilNear)
                                    .toArray()));
            reached.put(
                    method,
                    Arrays.stream(bySeed)
                            .filter(row -> Double.isFinite(benchmark.trialsUntilNear(row)))
                            .count());
            if (method != CollectionMethod.ACTIVE && shortfalls.containsKey(CollectionMethod.ACTIVE)) {
                behind.put(
                        method,
                        new PairedComparison(last(shortfalls.get(CollectionMethod.ACTIVE)), last(bySeed)).difference());
            }
        });
        return new CollectionFigures(checkpoints, figures, until, reached, behind);
    }

    private static List<Double> last(double[][] bySeed) {
        return Arrays.stream(bySeed).map(row -> 100 * row[row.length - 1]).toList();
    }

    public List<String> columns() {
        List<String> columns = new ArrayList<>(List.of("Trials"));
        shortfalls.keySet().forEach(method -> columns.add(method.word()));
        return columns;
    }

    /** One row per checkpoint, and one for the number of trials until near the best. */
    public List<Map<String, Object>> rows() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int c = 0; c < checkpoints.size(); c++) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("Trials", checkpoints.get(c));
            for (Map.Entry<CollectionMethod, List<BenchmarkResult>> method : shortfalls.entrySet()) {
                BenchmarkResult figure = method.getValue().get(c);
                row.put(
                        method.getKey().word(),
                        String.format(
                                Locale.ROOT, "%.1f %% (%.1f .. %.1f)", figure.median(), figure.low(), figure.high()));
            }
            rows.add(row);
        }
        Map<String, Object> last = new LinkedHashMap<>();
        last.put("Trials", "until within 5 %");
        until.forEach((method, figure) -> last.put(
                method.word(),
                count(figure.median()) + " (" + count(figure.low()) + " .. " + count(figure.high()) + ")"));
        rows.add(last);
        Map<String, Object> came = new LinkedHashMap<>();
        came.put("Trials", "came within 5 %");
        reached.forEach((method, count) ->
                came.put(method.word(), count + " of " + until.get(method).runs()));
        rows.add(came);
        return rows;
    }

    /** The comparison of the other methods with the active method after all trials, one sentence each. */
    public List<String> comparisons() {
        return behind.entrySet().stream()
                .map(other -> comparison(other.getKey().word(), other.getValue()))
                .toList();
    }

    private String comparison(String word, PairedComparison.Difference by) {
        String verdict = by.low() > 0
                ? "active is nearer"
                : by.high() < 0 ? "active is farther" : "which of the two is nearer cannot be told";
        return String.format(
                Locale.ROOT,
                "After %d trials, %s against active on the same ground: %+.1f percentage points of shortfall (median;"
                        + " 95 %% interval %+.1f .. %+.1f): %s.",
                checkpoints.get(checkpoints.size() - 1),
                word,
                by.median(),
                by.low(),
                by.high(),
                verdict);
    }

    /** The same figures as maps, lists and numbers; a number of trials that was not reached is absent. */
    public Map<String, Object> details() {
        List<Map<String, Object>> all = new ArrayList<>();
        shortfalls.forEach((method, figures) -> {
            for (int c = 0; c < checkpoints.size(); c++) {
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("method", method.word());
                row.put("trials", checkpoints.get(c));
                row.put("shortfallPercent", numbers(figures.get(c)));
                row.put("surfaces", figures.get(c).runs());
                all.add(row);
            }
        });
        Map<String, Object> near = new LinkedHashMap<>();
        until.forEach((method, figure) -> near.put(method.word(), numbers(figure)));
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("rows", all);
        details.put("trialsUntilNear", near);
        Map<String, Object> came = new LinkedHashMap<>();
        reached.forEach((method, count) -> came.put(method.word(), count));
        details.put("campaignsNear", came);
        Map<String, Object> farther = new LinkedHashMap<>();
        behind.forEach((method, by) -> {
            Map<String, Object> numbers = new LinkedHashMap<>();
            numbers.put("median", by.median());
            numbers.put("low", by.low());
            numbers.put("high", by.high());
            farther.put(method.word(), numbers);
        });
        details.put("pointsBehindActive", farther);
        return details;
    }

    private static Map<String, Object> numbers(BenchmarkResult figure) {
        Map<String, Object> numbers = new LinkedHashMap<>();
        put(numbers, "median", figure.median());
        put(numbers, "low", figure.low());
        put(numbers, "high", figure.high());
        return numbers;
    }

    private static void put(Map<String, Object> numbers, String name, double value) {
        if (!Double.isInfinite(value)) {
            numbers.put(name, value);
        }
    }

    private String count(double trials) {
        return Double.isInfinite(trials)
                ? "> " + checkpoints.get(checkpoints.size() - 1)
                : String.format(Locale.ROOT, "%.0f", trials);
    }
}
