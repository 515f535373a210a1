package io.rafiki.benchmark.agent;

import io.rafiki.trainer.statistics.ConfidenceInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/** The trend of a soak: for each quantity, its growth per hour over the means of ten minutes, after the first half hour of each run. */
final class SoakSeries {

    static final String HEADER = "run,minute,heapMiB,residentMiB,threads,descriptors,journalMiB";

    private static final int BLOCK = 10;
    private static final int WARM_UP = 30;
    private static final double BLOCKS_PER_HOUR = 6;

    /** The greatest growth in a day, as a share of the mean, that still counts as flat. */
    private static final double FLAT = 0.1;

    private static final double HOURS = 24;

    /**
     * One minute of a node.
     *
     * @param run number of the session; each starts a fresh node
     * @param minute since the start of its load
     * @param heapMiB live heap after a full garbage collection
     */
    record Minute(
            int run,
            int minute,
            double heapMiB,
            double residentMiB,
            double threads,
            double descriptors,
            double journalMiB) {

        String line() {
            return String.format(
                    Locale.ROOT,
                    "%d,%d,%.3f,%.3f,%.0f,%.0f,%.4f",
                    run,
                    minute,
                    heapMiB,
                    residentMiB,
                    threads,
                    descriptors,
                    journalMiB);
        }

        static Minute of(String line) {
            String[] cells = line.split(",", -1);
            return new Minute(
                    Integer.parseInt(cells[0]),
                    Integer.parseInt(cells[1]),
                    Double.parseDouble(cells[2]),
                    Double.parseDouble(cells[3]),
                    Double.parseDouble(cells[4]),
                    Double.parseDouble(cells[5]),
                    Double.parseDouble(cells[6]));
        }
    }

    private final List<Minute> minutes;

    SoakSeries(List<Minute> minutes) {
        this.minutes = List.copyOf(minutes);
    }

    /** One line per quantity: growth per hour with its 95 % interval, and the verdict. */
    List<String> verdicts() {
        return List.of(
                verdict("heap", "MiB", Minute::heapMiB),
                verdict("threads", "", Minute::threads),
                verdict("descriptors", "", Minute::descriptors));
    }

    private String verdict(String name, String unit, ToDoubleFunction<Minute> figure) {
        ConfidenceInterval slope = slope(figure);
        double mean = minutes.stream().mapToDouble(figure).average().orElse(Double.NaN);
        return String.format(
                Locale.ROOT,
                "%-12s mean %.1f %s, growth per hour %+.3f [%.3f, %.3f]: %s",
                name,
                mean,
                unit,
                slope.mean(),
                slope.low(),
                slope.high(),
                verdict(slope, mean));
    }

    /** Flat if the interval excludes a growth of a tenth in a day, growing if it excludes zero, else too short. */
    private static String verdict(ConfidenceInterval slope, double mean) {
        if (slope.high() * HOURS <= FLAT * mean) {
            return "flat";
        }
        return slope.low() > 0 ? "grows" : "too short to tell";
    }

    /** The common slope of all runs; each has a level of its own. */
    ConfidenceInterval slope(ToDoubleFunction<Minute> figure) {
        SimpleRegression regression = new SimpleRegression(false);
        int runs = 0;
        int blocks = 0;
        for (int run : minutes.stream().mapToInt(Minute::run).distinct().toArray()) {
            List<Double> means = blocks(run, figure);
            double level = means.stream().mapToDouble(mean -> mean).average().orElse(0);
            for (int i = 0; i < means.size(); i++) {
                regression.addData((i - (means.size() - 1) / 2.0) / BLOCKS_PER_HOUR, means.get(i) - level);
            }
            runs += means.isEmpty() ? 0 : 1;
            blocks += means.size();
        }
        int freedom = blocks - runs - 1;
        if (freedom < 1) {
            return new ConfidenceInterval(Double.NaN, Double.NaN, Double.POSITIVE_INFINITY);
        }
        double error = Math.sqrt(regression.getSumSquaredErrors() / freedom / regression.getXSumSquares());
        return ConfidenceInterval.of(regression.getSlope(), error, freedom);
    }

    /** The means of full blocks of minutes of a run. */
    private List<Double> blocks(int run, ToDoubleFunction<Minute> figure) {
        double[] values = minutes.stream()
                .filter(minute -> minute.run() == run && minute.minute() >= WARM_UP)
                .mapToDouble(figure)
                .toArray();
        List<Double> means = new ArrayList<>();
        for (int from = 0; from + BLOCK <= values.length; from += BLOCK) {
            double sum = 0;
            for (int i = from; i < from + BLOCK; i++) {
                sum += values[i];
            }
            means.add(sum / BLOCK);
        }
        return means;
    }
}
