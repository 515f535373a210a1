package io.rafiki.trainer.analysis;

import io.rafiki.trainer.train.DriftCorrection;
import io.rafiki.trainer.train.Session;
import io.rafiki.trainer.trial.SustainedResult;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Noise of the baseline's trials, and drift of the machine.
 *
 * @param rows workloads at which the baseline was measured twice
 * @param states a sentence about the correction for the states of the files; null without one
 * @param drift a sentence about all workloads
 * @param isCorrected whether the drift is removed from all throughputs of the result
 * @param sessions more than one, or none
 */
public record BaselineVariation(
        List<Row> rows, String states, String drift, boolean isCorrected, List<SessionVariation> sessions) {

    private static final Comparator<SustainedResult.State> BY_RATE =
            Comparator.comparingDouble(SustainedResult.State::rate);

    /**
     * One workload.
     *
     * @param trials of the baseline
     * @param mean operations per second
     * @param variation coefficient of variation
     * @param slowest state of the files of all trials; empty if no trial measured several
     * @param fastest the same
     */
    public record Row(
            Workload workload,
            int trials,
            double mean,
            double variation,
            Optional<SustainedResult.State> slowest,
            Optional<SustainedResult.State> fastest) {}

    /**
     * One session of the campaign.
     *
     * @param begin start of its first trial
     * @param trials of all configurations
     * @param processor model of the machine's processors
     * @param baseline by workload
     */
    public record SessionVariation(Instant begin, int trials, String processor, Map<Workload, Level> baseline) {}

    /**
     * The baseline in one session at one workload.
     *
     * @param mean operations per second without the drift correction; no number without trials
     * @param corrected relative change of its trials by the drift correction; empty without a correction
     */
    public record Level(int trials, double mean, OptionalDouble corrected) {}

    public BaselineVariation {
        rows = List.copyOf(rows);
        sessions = List.copyOf(sessions);
    }

    static Finding<BaselineVariation> of(TrialData measured) {
        List<Row> rows = new ArrayList<>();
        measured.defaults().forEach((workload, trials) -> {
            if (trials.size() >= 2) {
                double[] means = TrialData.means(trials);
                double mean = StatUtils.mean(means);
                List<SustainedResult.State> states = trials.stream()
                        .flatMap(trial -> trial.states().stream())
                        .toList();
                rows.add(new Row(
                        workload,
                        trials.size(),
                        mean,
                        Math.sqrt(StatUtils.variance(means)) / mean,
                        states.stream().min(BY_RATE),
                        states.stream().max(BY_RATE)));
            }
        });
        DriftCorrection drift = measured.set().drift();
        return rows.isEmpty()
                ? Finding.omitted(Omission.Cause.BASELINE_NOT_REPEATED)
                : Finding.of(new BaselineVariation(
                        rows,
                        measured.set().states().isShown()
                                ? measured.set().states().sentence()
                                : null,
                        drift.sentence(),
                        drift.isShown(),
                        drift.sessions().size() > 1 ? sessions(drift, measured) : List.of()));
    }

    private static List<SessionVariation> sessions(DriftCorrection drift, TrialData measured) {
        return drift.sessions().stream()
                .map(sitting -> {
                    Map<Workload, Level> levels = new LinkedHashMap<>();
                    measured.defaults()
                            .forEach((workload, trials) ->
                                    levels.put(workload, level(drift, sitting, workload, trials)));
                    return new SessionVariation(sitting.begin(), sitting.trials(), sitting.processor(), levels);
                })
                .toList();
    }

    private static Level level(DriftCorrection drift, Session sitting, Workload workload, List<Trial> trials) {
        double[] means = trials.stream()
                .filter(sitting::holds)
                .mapToDouble(trial -> trial.throughput().mean() / drift.factor(trial))
                .toArray();
        OptionalDouble gain = drift.isShown() ? drift.gain(sitting, workload) : OptionalDouble.empty();
        OptionalDouble corrected =
                gain.stream().map(above -> 1 / (1 + above) - 1).findFirst();
        return new Level(means.length, StatUtils.mean(means), corrected);
    }
}
