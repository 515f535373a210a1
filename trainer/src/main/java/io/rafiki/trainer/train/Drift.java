package io.rafiki.trainer.train;

import io.rafiki.trainer.statistics.Chance;
import io.rafiki.trainer.trial.Trial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.FDistribution;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * How what the machine yields changed over a campaign, by its trials of the default configuration: least squares through the logarithms
 * of what they measured, with a level for each read ratio (analysis of covariance). Three effects are asked for, each beside those that
 * were shown before it (F test): a level for each sitting; a tilt of that level over the read ratio, as where another machine has faster
 * processors and the same disk; and a straight line over the hours of the sittings.
 *
 * <p>What is not shown by them is not corrected: an effect that may be chance would only add its own error to every trial. A sitting with
 * fewer than two trials of the default configuration, or with none at a read ratio of an earlier sitting, shows nothing, and its trials
 * stay as they were measured. One that shares a single read ratio with earlier ones shows no tilt.
 */
public final class Drift {

    /** Below it an effect is no chance. */
    private static final double LEVEL = 0.05;

    /** With fewer degrees of freedom the scatter about the fit is not known. */
    private static final int FEWEST_FREEDOM = 5;

    private static final int FEWEST_DEFAULTS = 2;

    /** Read ratios that a sitting must share with earlier ones, so that a tilt can be told from a level. */
    private static final int FEWEST_RATIOS = 2;

    /** Below it what is left of a column, beside the others, is rounding: they tell the same. */
    private static final double SINGULAR = 1e-9;

    /** A sum of squares of logarithms that is rounding. */
    private static final double NOTHING = 1e-12;

    private final int trials;
    private final List<Sitting> sittings;
    private final List<Sitting> known;
    private final List<Sitting> tilted;
    private final Effect levels;
    private final Effect tilts;
    private final Effect slope;
    private final List<ToDoubleFunction<Moment>> columns;
    private final double[] weights;
    private final List<Moment> all;

    /** Where and when something is measured. */
    private record Moment(Sitting sitting, double readRatio, double hours) {}

    /**
     * What was asked for.
     *
     * @param columns of the regression
     * @param p probability of such an effect, or a greater one, if there were none; empty if that cannot be told
     */
    private record Effect(List<ToDoubleFunction<Moment>> columns, OptionalDouble p) {

        boolean isShown() {
            return p.isPresent() && p.getAsDouble() < LEVEL;
        }

        List<ToDoubleFunction<Moment>> shownAfter(List<ToDoubleFunction<Moment>> others) {
            return isShown() ? join(others, columns) : others;
        }

        String chance() {
            return p.isPresent() ? Chance.said(p.getAsDouble()) : "too few to tell";
        }
    }

    /** Trials of the default configuration, to be explained. */
    private record Sample(List<Moment> moments, List<Double> logarithms) {

        /** Whether these columns explain what others leave. */
        Effect ask(List<ToDoubleFunction<Moment>> others, List<ToDoubleFunction<Moment>> columns) {
            int freedom = logarithms.size() - others.size() - columns.size();
            OptionalDouble p = OptionalDouble.empty();
            if (!columns.isEmpty() && freedom >= FEWEST_FREEDOM) {
                try {
                    p = OptionalDouble.of(chance(rest(others), rest(join(others, columns)), columns.size(), freedom));
                } catch (SingularMatrixException alike) {
                    // these trials cannot tell one column from another
                }
            }
            return new Effect(columns, p);
        }

        double[] weights(List<ToDoubleFunction<Moment>> columns) {
            return fit(columns).estimateRegressionParameters();
        }

        private double rest(List<ToDoubleFunction<Moment>> columns) {
            return fit(columns).calculateResidualSumOfSquares();
        }

        private OLSMultipleLinearRegression fit(List<ToDoubleFunction<Moment>> columns) {
            OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression(SINGULAR);
            regression.setNoIntercept(true);
            double[][] rows = moments.stream()
                    .map(moment -> columns.stream()
                            .mapToDouble(column -> column.applyAsDouble(moment))
                            .toArray())
                    .toArray(double[][]::new);
            regression.newSampleData(
                    logarithms.stream().mapToDouble(Double::doubleValue).toArray(), rows);
            return regression;
        }

        private static double chance(double without, double with, int columns, int freedom) {
            if (without < NOTHING) {
                return 1;
            }
            double f = (without - with) / columns / (Math.max(with, NOTHING) / freedom);
            return 1 - new FDistribution(columns, freedom).cumulativeProbability(Math.max(0, f));
        }
    }

    private Drift(List<Trial> defaults, List<Trial> all, ToDoubleFunction<Trial> value) {
        boolean timed = all.stream().allMatch(trial -> trial.timing() != null);
        this.sittings = timed ? Sitting.of(all) : List.of();
        List<Sitting> compared = new ArrayList<>();
        List<Sitting> tiltable = new ArrayList<>();
        Set<Double> before = new HashSet<>();
        for (Sitting sitting : sittings) {
            List<Double> own = defaults.stream()
                    .filter(sitting::holds)
                    .map(trial -> trial.workload().readRatio())
                    .toList();
            long shared = own.stream().distinct().filter(before::contains).count();
            if (own.size() >= FEWEST_DEFAULTS && (before.isEmpty() || shared > 0)) {
                compared.add(sitting);
                before.addAll(own);
                if (shared >= FEWEST_RATIOS) {
                    tiltable.add(sitting);
                }
            }
        }
        this.known = List.copyOf(compared);
        this.tilted = List.copyOf(tiltable);
        List<Trial> judged =
                defaults.stream().filter(trial -> moment(trial).isPresent()).toList();
        this.trials = judged.size();
        Sample sample = new Sample(
                judged.stream().map(this::moment).flatMap(Optional::stream).toList(),
                judged.stream()
                        .map(trial -> Math.log(value.applyAsDouble(trial)))
                        .toList());
        List<ToDoubleFunction<Moment>> fitted = sample.moments().stream()
                .map(Moment::readRatio)
                .distinct()
                .<ToDoubleFunction<Moment>>map(ratio -> moment -> moment.readRatio() == ratio ? 1 : 0)
                .toList();
        int ratios = fitted.size();
        this.levels = sample.ask(fitted, each(known.stream().skip(1).toList(), moment -> 1));
        fitted = levels.shownAfter(fitted);
        this.tilts = levels.isShown()
                ? sample.ask(fitted, each(tilted, Moment::readRatio))
                : new Effect(List.of(), OptionalDouble.empty());
        fitted = tilts.shownAfter(fitted);
        this.slope = sample.ask(fitted, List.of(Moment::hours));
        fitted = slope.shownAfter(fitted);
        this.columns = fitted.subList(ratios, fitted.size());
        this.weights =
                columns.isEmpty() ? new double[0] : Arrays.copyOfRange(sample.weights(fitted), ratios, fitted.size());
        this.all = all.stream().map(this::moment).flatMap(Optional::stream).toList();
    }

    /**
     * The drift that these trials show.
     *
     * @param defaults trials of the default configuration
     * @param all trials of the campaign
     * @param value what a trial measured, above zero
     */
    static Drift of(List<Trial> defaults, List<Trial> all, ToDoubleFunction<Trial> value) {
        return new Drift(defaults, all, value);
    }

    /**
     * The drift of the throughput that these trials show.
     *
     * @param defaults trials of the default configuration
     * @param all trials of the campaign, with status ok
     */
    public static Drift ofThroughput(List<Trial> defaults, List<Trial> all) {
        return of(defaults, all, trial -> trial.throughput().mean());
    }

    /** Whether any of it is no chance. */
    public boolean isShown() {
        return !columns.isEmpty();
    }

    /** By which its values are multiplied so that they are as if measured in the middle of the campaign; 1 if no drift is shown. */
    public double factor(Trial trial) {
        return isShown()
                ? moment(trial)
                        .map(moment -> Math.exp(-beyondTheMiddle(moment)))
                        .orElse(1.0)
                : 1;
    }

    /** The same lines, the throughputs of those that are good as if measured in the middle of the campaign. */
    public List<Trial> takenOut(List<Trial> lines) {
        return lines.stream()
                .map(trial -> trial.isOk() ? trial.times(factor(trial)) : trial)
                .toList();
    }

    /** The sittings of the campaign, in the order of time; none if its trials do not say when they ran. */
    public List<Sitting> sittings() {
        return sittings;
    }

    /** Share by which more is measured amid this sitting, at a read ratio, than in the middle of the campaign; empty if that is not known. */
    public OptionalDouble gain(Sitting sitting, double readRatio) {
        return known.contains(sitting)
                ? OptionalDouble.of(Math.expm1(beyondTheMiddle(new Moment(sitting, readRatio, 0))))
                : OptionalDouble.empty();
    }

    /** What is taken out of the trials: {@code levels of 3 sittings, -2.1 % an hour}. */
    public String effects() {
        List<String> effects = new ArrayList<>();
        if (levels.isShown()) {
            effects.add("levels of " + known.size() + " sittings" + (tilts.isShown() ? " by read ratio" : ""));
        }
        if (slope.isShown()) {
            effects.add(rate());
        }
        return String.join(", ", effects);
    }

    /** What it is and what comes of it, as a sentence. */
    public String sentence() {
        if (levels.p().isEmpty() && slope.p().isEmpty()) {
            return "drift of the machine cannot be told from " + trials
                    + " trials of the default configuration; nothing is corrected for it.";
        }
        List<String> found = new ArrayList<>();
        if (known.size() > 1) {
            found.add(known.size() + " sittings: " + levels.chance());
        }
        if (levels.isShown()) {
            found.add("by read ratio: " + tilts.chance());
        }
        found.add("within a sitting: " + slope.chance() + (slope.isShown() ? ", " + rate() : ""));
        String why = " (" + trials + " trials of the default configuration; " + String.join("; ", found) + ")";
        return isShown()
                ? "the machine drifted" + why + "; all count as if measured in the middle of the campaign."
                : "no drift of the machine is shown" + why + "; nothing is corrected for it.";
    }

    private String rate() {
        return String.format(Locale.ROOT, "%+.1f %% an hour", 100 * Math.expm1(weights[weights.length - 1]));
    }

    /** The effect, less its mean over the moments of all trials, were they at this read ratio. */
    private double beyondTheMiddle(Moment moment) {
        return effect(moment)
                - all.stream()
                        .mapToDouble(other -> effect(new Moment(other.sitting(), moment.readRatio(), other.hours())))
                        .average()
                        .orElse(0);
    }

    private double effect(Moment moment) {
        return IntStream.range(0, weights.length)
                .mapToDouble(i -> weights[i] * columns.get(i).applyAsDouble(moment))
                .sum();
    }

    /** Empty if the trial's sitting shows nothing. */
    private Optional<Moment> moment(Trial trial) {
        return known.stream()
                .filter(sitting -> sitting.holds(trial))
                .findFirst()
                .map(sitting -> new Moment(sitting, trial.workload().readRatio(), sitting.hours(trial)));
    }

    /** One column for each of these sittings; none for the first, with which the others are compared. */
    private static List<ToDoubleFunction<Moment>> each(List<Sitting> some, ToDoubleFunction<Moment> value) {
        return some.stream()
                .<ToDoubleFunction<Moment>>map(
                        sitting -> moment -> moment.sitting().equals(sitting) ? value.applyAsDouble(moment) : 0)
                .toList();
    }

    private static <T> List<T> join(List<T> some, List<T> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
