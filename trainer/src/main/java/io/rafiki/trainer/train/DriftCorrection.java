package io.rafiki.trainer.train;

import io.rafiki.trainer.train.DriftEffect.Moment;
import io.rafiki.trainer.train.DriftEffect.Sample;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Corrects trials for machine drift during a campaign, estimated from the baseline trials: least squares on the logarithms of the
 * measured values, with one level per workload (analysis of covariance). Three effects are tested, each after the significant ones
 * before it (F test): a level per session; a slope of that level over the read ratio (for example a machine with faster processors and
 * the same disk); and a linear trend over the hours within sessions.
 *
 * <p>A non-significant effect is not corrected, because the correction would add variance to every trial. A session with fewer than two
 * baseline trials, or with none at a workload of an earlier session, cannot be compared, and its trials stay uncorrected. A session
 * that shares workloads of a single read ratio with earlier ones has no slope.
 *
 * <p>No effect is extrapolated: outside of the hours and read ratios of its session's baseline trials, a trial is corrected as at the
 * nearest of them.
 */
public final class DriftCorrection {

    /** The minimum number of baseline trials of a session that can be compared. */
    public static final int FEWEST_DEFAULTS = 2;

    /** Read ratios that a session must share with earlier ones, so that slope and level can be separated. */
    private static final int FEWEST_READ_RATIOS = 2;

    private final int trials;
    private final List<Session> sessions;
    private final List<Session> known;
    private final Map<Session, Covered> covered;
    private final DriftEffect levels;
    private final DriftEffect tilts;
    private final DriftEffect slope;
    private final List<ToDoubleFunction<Moment>> columns;
    private final double[] weights;
    private final List<Moment> all;

    /**
     * The sessions with enough baseline trials.
     *
     * @param known their levels can be compared
     * @param tilted those whose level can depend on the read ratio
     */
    private record Compared(List<Session> known, List<Session> tilted) {

        static Compared of(List<Session> sessions, List<Trial> defaults) {
            List<Session> known = new ArrayList<>();
            List<Session> tilted = new ArrayList<>();
            Set<Workload> before = new HashSet<>();
            for (Session session : sessions) {
                List<Workload> own = defaults.stream()
                        .filter(session::holds)
                        .map(trial -> trial.workload().features())
                        .toList();
                Set<Workload> shared = new HashSet<>(own);
                shared.retainAll(before);
                if (own.size() >= FEWEST_DEFAULTS && (before.isEmpty() || !shared.isEmpty())) {
                    known.add(session);
                    before.addAll(own);
                    long readRatios = shared.stream()
                            .mapToDouble(Workload::readRatio)
                            .distinct()
                            .count();
                    if (readRatios >= FEWEST_READ_RATIOS) {
                        tilted.add(session);
                    }
                }
            }
            return new Compared(List.copyOf(known), List.copyOf(tilted));
        }
    }

    /** The hours within a session and the read ratios at which it has baseline trials. */
    private record Covered(DoubleSummaryStatistics hours, DoubleSummaryStatistics readRatios) {

        static Covered of(Session session, List<Trial> defaults) {
            List<Trial> own = defaults.stream().filter(session::holds).toList();
            return new Covered(
                    own.stream().mapToDouble(session::hours).summaryStatistics(),
                    own.stream()
                            .mapToDouble(trial -> trial.workload().features().readRatio())
                            .summaryStatistics());
        }

        double nearestHours(double asked) {
            return nearest(hours, asked);
        }

        double nearestReadRatio(double asked) {
            return nearest(readRatios, asked);
        }

        private static double nearest(DoubleSummaryStatistics range, double asked) {
            return Math.max(range.getMin(), Math.min(range.getMax(), asked));
        }
    }

    private DriftCorrection(
            List<Trial> defaults, List<Trial> all, List<Session> sessions, ToDoubleFunction<Trial> value) {
        this.sessions = List.copyOf(sessions);
        Compared compared = Compared.of(sessions, defaults);
        this.known = compared.known();
        this.covered = known.stream().collect(Collectors.toMap(each -> each, each -> Covered.of(each, defaults)));
        List<Trial> judged =
                defaults.stream().filter(trial -> moment(trial).isPresent()).toList();
        this.trials = judged.size();
        Sample sample = new Sample(
                judged.stream().map(this::moment).flatMap(Optional::stream).toList(),
                judged.stream()
                        .map(trial -> Math.log(value.applyAsDouble(trial)))
                        .toList());
        List<ToDoubleFunction<Moment>> fitted = sample.moments().stream()
                .map(Moment::workload)
                .distinct()
                .<ToDoubleFunction<Moment>>map(
                        workload -> moment -> moment.workload().equals(workload) ? 1 : 0)
                .toList();
        int workloads = fitted.size();
        this.levels = sample.ask(fitted, each(known.stream().skip(1).toList(), moment -> 1));
        fitted = levels.shownAfter(fitted);
        this.tilts =
                levels.isShown() ? sample.ask(fitted, each(compared.tilted(), this::readRatio)) : DriftEffect.UNTESTED;
        fitted = tilts.shownAfter(fitted);
        this.slope = sample.ask(fitted, List.of(Moment::hours));
        fitted = slope.shownAfter(fitted);
        this.columns = fitted.subList(workloads, fitted.size());
        this.weights = columns.isEmpty()
                ? new double[0]
                : Arrays.copyOfRange(sample.weights(fitted), workloads, fitted.size());
        this.all = all.stream().map(this::moment).flatMap(Optional::stream).toList();
    }

    /**
     * Estimates the drift.
     *
     * @param defaults baseline trials
     * @param all trials of the campaign that have the value
     * @param sessions those of all trials, because trials without the value are no pause
     * @param value measured value of a trial, above zero
     */
    static DriftCorrection of(
            List<Trial> defaults, List<Trial> all, List<Session> sessions, ToDoubleFunction<Trial> value) {
        return new DriftCorrection(defaults, all, sessions, value);
    }

    /**
     * Estimates the drift of the throughput.
     *
     * @param defaults baseline trials
     * @param all trials of the campaign, with a valid rate
     */
    public static DriftCorrection ofThroughput(List<Trial> defaults, List<Trial> all) {
        return of(defaults, all, Session.of(all), trial -> trial.throughput().mean());
    }

    /** Whether any effect is significant. */
    public boolean isShown() {
        return !columns.isEmpty();
    }

    /** The factor that corrects a trial to the middle of the campaign; 1 without a significant drift. */
    public double factor(Trial trial) {
        return isShown()
                ? moment(trial).map(moment -> Math.exp(-centered(moment))).orElse(1.0)
                : 1;
    }

    /** The same lines, with the throughput of good trials corrected to the middle of the campaign. */
    public List<Trial> corrected(List<Trial> lines) {
        return lines.stream()
                .map(trial -> trial.isOk() ? trial.times(factor(trial)) : trial)
                .toList();
    }

    /** The sessions of the campaign in chronological order; empty if a trial has no start time or machine. */
    public List<Session> sessions() {
        return sessions;
    }

    /** The relative difference between this session and the middle of the campaign at a workload; empty if unknown. */
    public OptionalDouble gain(Session session, Workload workload) {
        return known.contains(session)
                ? OptionalDouble.of(Math.expm1(centered(at(session, workload, 0))))
                : OptionalDouble.empty();
    }

    /** The corrected effects, for example {@code levels of 3 sessions, -2.1 % per hour}. */
    public String effects() {
        List<String> effects = new ArrayList<>();
        if (levels.isShown()) {
            effects.add("levels of " + known.size() + " sessions" + (tilts.isShown() ? " by read ratio" : ""));
        }
        if (slope.isShown()) {
            effects.add(rate());
        }
        return String.join(", ", effects);
    }

    /** The drift and its correction as a sentence. */
    public String sentence() {
        if (levels.p().isEmpty() && slope.p().isEmpty()) {
            return trials + " baseline trials are too few to estimate the drift of the machine; nothing is corrected.";
        }
        List<String> found = new ArrayList<>();
        if (known.size() > 1) {
            found.add(known.size() + " sessions: " + levels.chance());
        }
        if (levels.isShown()) {
            found.add("by read ratio: " + tilts.chance());
        }
        found.add("within a session: " + slope.chance() + (slope.isShown() ? ", " + rate() : ""));
        String why = " (" + trials + " baseline trials; " + String.join("; ", found) + ")";
        return isShown()
                ? "the machine drifted" + why + "; " + extent() + " corrected to the middle of the campaign."
                : "the machine shows no significant drift" + why + "; nothing is corrected.";
    }

    private String extent() {
        return known.size() < sessions.size()
                ? "trials of " + known.size() + " of " + sessions.size() + " sessions are"
                : "all trials are";
    }

    private String rate() {
        return String.format(Locale.ROOT, "%+.1f %% per hour", 100 * Math.expm1(weights[weights.length - 1]));
    }

    /** The effect, minus its mean over all trials at this workload. */
    private double centered(Moment moment) {
        return effect(moment)
                - all.stream()
                        .mapToDouble(other -> effect(new Moment(other.session(), moment.workload(), other.hours())))
                        .average()
                        .orElse(0);
    }

    private double effect(Moment moment) {
        return IntStream.range(0, weights.length)
                .mapToDouble(i -> weights[i] * columns.get(i).applyAsDouble(moment))
                .sum();
    }

    /** Empty if the trial's session cannot be compared. */
    private Optional<Moment> moment(Trial trial) {
        return known.stream()
                .filter(session -> session.holds(trial))
                .findFirst()
                .map(session -> at(session, trial.workload().features(), session.hours(trial)));
    }

    private Moment at(Session session, Workload workload, double hours) {
        return new Moment(session, workload, covered.get(session).nearestHours(hours));
    }

    private double readRatio(Moment moment) {
        return covered.get(moment.session()).nearestReadRatio(moment.workload().readRatio());
    }

    /** One column per session except the first, which is the reference. */
    private static List<ToDoubleFunction<Moment>> each(List<Session> some, ToDoubleFunction<Moment> value) {
        return some.stream()
                .<ToDoubleFunction<Moment>>map(
                        session -> moment -> moment.session().equals(session) ? value.applyAsDouble(moment) : 0)
                .toList();
    }
}
