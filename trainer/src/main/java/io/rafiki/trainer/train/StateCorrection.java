package io.rafiki.trainer.train;

import io.rafiki.trainer.cassandra.Layout;
import io.rafiki.trainer.trial.Trial;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * Corrects trials for the states of the files that they met by chance: the regression estimator of survey sampling (Cochran 1977, chapter
 * 7). An operation takes longer with larger sstables, on a line through the states of a trial. The corrected time is that at the size that
 * can be expected of the configuration, in place of the mean size of its states.
 *
 * <p>{@link SizePrediction} combines the trial's own mean size with a prediction from the other trials with its compaction. An uncertain slope
 * is reduced (James and Stein 1961). A corrected rate lies between the lowest and the highest rate of the states.
 */
public final class StateCorrection {

    /** The minimum number of trials with one compaction, for a prediction. */
    private static final int FEWEST_TRIALS = 8;

    /** The minimum number of states, for a line with an error. */
    private static final int FEWEST_STATES = 4;

    private final List<Trial> lines;
    private final int corrected;
    private final int measured;

    /** The states of a trial: mean seconds of an operation, and MiB of the sstables in each. */
    static final class States {

        private final Trial trial;
        private final double[] times;
        private final double[] sizes;

        private States(Trial trial, double[] times, double[] sizes) {
            this.trial = trial;
            this.times = times;
            this.sizes = sizes;
        }

        /** Empty unless the trial measured so many states apart from each other, and the sizes are known. */
        static Optional<States> of(Trial trial) {
            if (!trial.isOk() || trial.states().isEmpty()) {
                return Optional.empty();
            }
            double[] sizes = trial.sustained().sizes();
            double[] times = trial.states().stream()
                    .mapToDouble(state -> 1 / state.rate())
                    .toArray();
            boolean isKnown = sizes.length >= FEWEST_STATES
                    && sizes.length == times.length
                    && StatUtils.min(sizes) > 0
                    && Double.isFinite(StatUtils.max(times));
            return isKnown ? Optional.of(new States(trial, times, sizes)) : Optional.empty();
        }

        Trial trial() {
            return trial;
        }

        double meanSize() {
            return StatUtils.mean(sizes);
        }

        /** Of the mean size over random states, relative to its square. */
        double relativeVariance() {
            return StatUtils.variance(sizes) / sizes.length / (meanSize() * meanSize());
        }

        /** The rate at another mean size, relative to that at the mean size of the states. */
        double factor(double size) {
            double mean = StatUtils.mean(times);
            double time = mean + slope() * (size - meanSize());
            return mean / Math.max(StatUtils.min(times), Math.min(StatUtils.max(times), time));
        }

        /** Seconds per MiB, at least 0. */
        private double slope() {
            SimpleRegression line = new SimpleRegression();
            for (int i = 0; i < times.length; i++) {
                line.addData(sizes[i], times[i]);
            }
            double slope = line.getSlope();
            double error = line.getSlopeStdErr();
            return slope > error ? slope * (1 - error * error / (slope * slope)) : 0;
        }
    }

    private StateCorrection(List<Trial> lines, int corrected, int measured) {
        this.lines = List.copyOf(lines);
        this.corrected = corrected;
        this.measured = measured;
    }

    /** Estimates and corrects the rates of these trials. */
    public static StateCorrection of(List<Trial> lines) {
        Map<String, List<States>> alike = lines.stream()
                .flatMap(trial -> States.of(trial).stream())
                .collect(Collectors.groupingBy(
                        states -> String.valueOf(states.trial().proposed().get(Layout.COMPACTION))));
        IdentityHashMap<Trial, Trial> corrected = new IdentityHashMap<>();
        for (List<States> trials : alike.values()) {
            if (trials.size() >= FEWEST_TRIALS) {
                double[] expected = SizePrediction.expected(trials);
                for (int i = 0; i < expected.length; i++) {
                    Trial trial = trials.get(i).trial();
                    corrected.put(trial, trial.times(trials.get(i).factor(expected[i])));
                }
            }
        }
        return new StateCorrection(
                lines.stream()
                        .map(trial -> corrected.getOrDefault(trial, trial))
                        .toList(),
                corrected.size(),
                (int) lines.stream().filter(Trial::isOk).count());
    }

    /** The same lines in their order, with the throughput of those that can be corrected. */
    public List<Trial> lines() {
        return lines;
    }

    /** Whether any trial is corrected. */
    public boolean isShown() {
        return corrected > 0;
    }

    /** The number of corrected trials, for example {@code 28 of 33 trials}. */
    public String account() {
        return corrected + " of " + measured + " trials";
    }

    /** The correction as a sentence. */
    public String sentence() {
        return "the rates of " + account() + " are corrected to the sstable size expected of their configurations.";
    }
}
