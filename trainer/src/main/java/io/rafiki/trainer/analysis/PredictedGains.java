package io.rafiki.trainer.analysis;

import io.rafiki.model.ModelBundle;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The baseline and the model's choice over read ratios (Rafiki Figure 4). Measurements at workloads that also differ in another feature
 * are left out.
 *
 * @param recommendations of the model, by ascending read ratio
 * @param baseline measured throughput of the baseline's trials
 * @param verified pairs of the verification that belong to the model's choices
 * @param different rows of {@code verified} whose configuration is not this model's choice at that read ratio
 * @param isSameTrials whether the model was trained on the trials of this campaign
 */
public record PredictedGains(
        List<Recommendation> recommendations,
        List<Measurement> baseline,
        List<VerificationRow> verified,
        List<VerificationRow> different,
        boolean isSameTrials) {

    private static final int STEPS = 10;

    /**
     * One trial.
     *
     * @param readRatio share of reads
     * @param throughput operations per second
     */
    public record Measurement(double readRatio, double throughput) {}

    public PredictedGains {
        recommendations = List.copyOf(recommendations);
        baseline = List.copyOf(baseline);
        verified = List.copyOf(verified);
        different = List.copyOf(different);
    }

    /** The recommendations of a model at eleven read ratios of its training domain. */
    static PredictedGains of(
            TrialData measured, ModelBundle model, long seed, Optional<PairedVerification> verification) {
        TrainingDomain.Bounds trained = model.envelope().bounds(WorkloadFeature.READ_RATIO);
        List<Recommendation> recommendations = IntStream.rangeClosed(0, STEPS)
                .mapToDouble(
                        i -> Math.round(100 * (trained.min() + (trained.max() - trained.min()) * i / STEPS)) / 100.0)
                .distinct()
                .mapToObj(readRatio -> at(model, Workload.ofReadRatio(readRatio), seed))
                .toList();
        Workload first = recommendations.get(0).workload();
        List<VerificationRow> verified = verification
                .map(found -> found.rows().stream()
                        .filter(row -> BaselineThroughput.differsOnlyInReads(first, row.workload()))
                        .filter(row -> row.label().startsWith(Candidates.RAFIKI) || isAmong(row, recommendations))
                        .toList())
                .orElse(List.of());
        List<VerificationRow> different = verified.stream()
                .filter(row -> !isAmong(row, recommendations) && !isChoice(row, model))
                .toList();
        return new PredictedGains(
                recommendations,
                measured.good().stream()
                        .filter(measured::isDefault)
                        .filter(trial -> BaselineThroughput.differsOnlyInReads(
                                first, trial.workload().features()))
                        .map(PredictedGains::measurement)
                        .toList(),
                verified,
                different,
                model.provenance().trialsHash().equals(measured.set().hash()));
    }

    public Recommendation greatest() {
        return recommendations.stream()
                .max(Comparator.comparingDouble(Recommendation::gainOfChoice))
                .orElseThrow();
    }

    /** Mean predicted gain over the read ratios from one to another; empty if there is none between them. */
    public OptionalDouble meanGain(double from, double to) {
        return recommendations.stream()
                .filter(one ->
                        one.workload().readRatio() >= from && one.workload().readRatio() <= to)
                .mapToDouble(Recommendation::gainOfChoice)
                .average();
    }

    private static Recommendation at(ModelBundle model, Workload workload, long seed) {
        return Recommendation.of(
                model, model.envelope().nearest(workload), Map.of(), Map.of(), Map.of(), SearchSpace.KAPPA, seed);
    }

    private static boolean isAmong(VerificationRow row, List<Recommendation> recommendations) {
        return recommendations.stream()
                .anyMatch(one -> one.workload().equals(row.workload())
                        && one.choice().toMap().equals(row.configuration().toMap()));
    }

    /** Whether a plan of a verification would choose the configuration. */
    private static boolean isChoice(VerificationRow row, ModelBundle model) {
        return Candidates.choice(model, Metric.THROUGHPUT, row.workload(), VerificationPlan.SEED)
                .equals(row.configuration().toMap());
    }

    private static Measurement measurement(Trial trial) {
        return new Measurement(
                trial.workload().features().readRatio(), trial.throughput().mean());
    }
}
