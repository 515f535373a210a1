package io.rafiki.trainer.report;

import io.rafiki.control.proposal.Offer;
import io.rafiki.control.proposal.PriceClass;
import io.rafiki.decision.Change;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.decision.PredictedGain.RewriteRepaid;
import io.rafiki.decision.RewriteCost;
import io.rafiki.decision.RewriteDuration;
import io.rafiki.decision.RewriteDuration.Basis;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Prediction;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.trainer.analysis.AblationPath;
import io.rafiki.trainer.analysis.BaselineVariation;
import io.rafiki.trainer.analysis.CampaignResult;
import io.rafiki.trainer.analysis.Finding;
import io.rafiki.trainer.analysis.GainAblation;
import io.rafiki.trainer.analysis.GainsByCost;
import io.rafiki.trainer.analysis.Interaction;
import io.rafiki.trainer.analysis.MeanDebt;
import io.rafiki.trainer.analysis.MeasuredExtremes;
import io.rafiki.trainer.analysis.Omission;
import io.rafiki.trainer.analysis.PairedVerification;
import io.rafiki.trainer.analysis.ParetoFront;
import io.rafiki.trainer.analysis.ParetoFronts;
import io.rafiki.trainer.analysis.PredictedGains;
import io.rafiki.trainer.analysis.Recommendation;
import io.rafiki.trainer.analysis.StrongestInteraction;
import io.rafiki.trainer.analysis.TrialAccount;
import io.rafiki.trainer.analysis.VarianceShares;
import io.rafiki.trainer.analysis.VerificationRow;
import io.rafiki.trainer.analysis.VerificationRow.Round;
import io.rafiki.trainer.trial.SustainedResult;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** A campaign with all sections, and one without a model, a verification and a screening. */
final class CampaignExample {

    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new IntegerKnob("concurrent_reads", "", 8, 128, Map.of(), 32),
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0)));
    private static final Configuration BASELINE = SPACE.defaults();
    private static final Configuration LEVELED = BASELINE.with("compaction", "Leveled");
    static final Configuration READS = LEVELED.with("concurrent_reads", 64);
    private static final Instant BEGIN = Instant.parse("2027-01-15T08:00:00Z");

    private CampaignExample() {}

    static CampaignPage complete() {
        return new CampaignPage(
                new CampaignResult(
                        "example",
                        "204 ok, 3 failed",
                        SPACE.names(),
                        Finding.of(gains()),
                        Finding.of(byCost()),
                        Finding.of(fronts()),
                        Finding.of(verification()),
                        Finding.of(extremes()),
                        Finding.of(ScreeningExample.screen()),
                        Finding.of(List.of(shares(0.1, 0.07, 0.3), shares(0.9, 0.21, 0.8))),
                        Finding.of(ablation()),
                        Finding.of(new StrongestInteraction(Workload.ofReadRatio(0.9), interaction(0.08))),
                        Finding.of(ValidationExample.result()),
                        Finding.of(variation()),
                        new TrialAccount(
                                207,
                                204,
                                200,
                                3,
                                List.of(
                                        new TrialAccount.Dropped(TrialStatus.FAILED, "node: <exit code> 137", 2),
                                        new TrialAccount.Dropped(
                                                TrialStatus.DISTURBED,
                                                "other processes used 9 % of the processors",
                                                1)),
                                1),
                        Map.of("cassandra", "5.0.9"),
                        "0123456789abcdef"),
                ZoneOffset.UTC);
    }

    static CampaignPage sparse() {
        return new CampaignPage(
                new CampaignResult(
                        "sparse",
                        "6 ok",
                        SPACE.names(),
                        Finding.omitted(new Omission(Omission.Cause.NO_MODEL, "")),
                        Finding.omitted(new Omission(Omission.Cause.NO_MODEL, "")),
                        Finding.omitted(new Omission(Omission.Cause.NO_LATENCY_AT_RATE, "")),
                        Finding.omitted(new Omission(Omission.Cause.NO_VERIFICATION, "")),
                        Finding.omitted(new Omission(Omission.Cause.TOO_FEW_CONFIGURATIONS, "")),
                        Finding.omitted(new Omission(Omission.Cause.NO_SCREENING, "")),
                        Finding.omitted(new Omission(Omission.Cause.NO_MODEL, "")),
                        Finding.omitted(new Omission(Omission.Cause.NO_MODEL, "")),
                        Finding.of(new StrongestInteraction(Workload.ofReadRatio(0.1), interaction(0.01))),
                        Finding.omitted(
                                new Omission(Omission.Cause.INSUFFICIENT_DATA, "expected at least 10 rows, found 6.")),
                        Finding.omitted(new Omission(Omission.Cause.BASELINE_NOT_REPEATED, "")),
                        new TrialAccount(6, 6, 6, 1, List.of(), 0),
                        Map.of("cassandra", "5.0.9"),
                        "0123456789abcdef"),
                ZoneOffset.UTC);
    }

    private static PredictedGains gains() {
        return new PredictedGains(
                List.of(
                        recommendation(0, 13_000, 13_100, LEVELED, new RelativeGain(0.01, 0.02)),
                        recommendation(0.5, 5_000, 7_000, READS, new RelativeGain(0.4, 0.05)),
                        recommendation(1, 1_900, 3_400, READS, new RelativeGain(0.79, 0.06))),
                List.of(
                        new PredictedGains.Measurement(0.1, 12_800),
                        new PredictedGains.Measurement(0.1, 13_300),
                        new PredictedGains.Measurement(0.9, 2_050)),
                verification().rows().subList(0, 1),
                verification().rows().subList(0, 1),
                false);
    }

    private static Recommendation recommendation(
            double readRatio, double baseline, double best, Configuration configuration, RelativeGain gain) {
        Prediction ofBaseline = new Prediction(baseline, 0.03 * baseline);
        return new Recommendation(
                Workload.ofReadRatio(readRatio),
                BASELINE,
                configuration,
                ofBaseline,
                ofBaseline,
                new Prediction(best, 0.04 * best),
                Metric.THROUGHPUT,
                gain,
                List.of(),
                0,
                0,
                2,
                Optional.empty(),
                Optional.empty());
    }

    private static ParetoFronts fronts() {
        return new ParetoFronts(List.of(new ParetoFront(
                recommendation(0.9, 1_900, 3_400, READS, new RelativeGain(0.79, 0.06)),
                Metric.P99_AT_RATE,
                1_500,
                front(BASELINE, 1_900, 40_000),
                List.of(front(READS, 3_400, 30_000), front(LEVELED, 3_000, 20_000)))));
    }

    private static ParetoFront.Row front(Configuration configuration, double throughput, double latency) {
        return new ParetoFront.Row(
                configuration,
                new Prediction(throughput, 50),
                new Prediction(latency, 1_000),
                new RelativeGain(throughput / 1_900 - 1, 0.05));
    }

    private static VarianceShares shares(double readRatio, double variation, double ofCompaction) {
        return new VarianceShares(
                Workload.ofReadRatio(readRatio),
                new Prediction(variation, 0.01),
                List.of(share("concurrent_reads", 0.95 - ofCompaction), share("compaction", ofCompaction)));
    }

    private static VarianceShares.Share share(String knob, double alone) {
        return new VarianceShares.Share(knob, new Prediction(alone, 0.04), new Prediction(alone + 0.05, 0.03));
    }

    private static GainsByCost byCost() {
        Change compaction = new Change("compaction", "SizeTiered", "Leveled", ChangeCost.REWRITES_DATA);
        Change reads = new Change("concurrent_reads", 32, 64, ChangeCost.INSTANT);
        RewriteDuration duration = new RewriteDuration(
                Duration.ofSeconds(95), Duration.ofSeconds(48), Duration.ofSeconds(191), Basis.ASSUMED);
        RewriteRepaid repaid =
                new RewriteRepaid(new RewriteCost(400_000_000, duration, 0.5), 0.48, Duration.ofSeconds(194));
        return new GainsByCost(List.of(
                offer(ChangeCost.INSTANT, List.of(reads), new RelativeGain(0.09, 0.02), Optional.empty()),
                offer(
                        ChangeCost.REWRITES_DATA,
                        List.of(compaction, reads),
                        new RelativeGain(0.79, 0.06),
                        Optional.of(repaid))));
    }

    private static GainsByCost.Row offer(
            ChangeCost cost, List<Change> changes, RelativeGain gain, Optional<RewriteRepaid> rewrite) {
        Workload workload = Workload.ofReadRatio(0.9);
        Plan plan =
                new Plan(BASELINE, READS, changes, List.of(), Set.of(), workload, gain, 1, rewrite, Optional.empty());
        PriceClass best = new PriceClass(
                cost,
                plan,
                gain.lowerBound(2),
                gain.mean() + 2 * gain.deviation(),
                cost == ChangeCost.INSTANT,
                List.of());
        return new GainsByCost.Row(workload, new Offer("ID", best, Mode.ADVISE));
    }

    private static PairedVerification verification() {
        return new PairedVerification(
                List.of(
                        row(0.9, READS, "Rafiki", 1.8, 10, 0.012),
                        row(0.9, LEVELED, "best of 24 others", 1.75, 10, 0.02),
                        row(0.9, BASELINE.with("concurrent_reads", 16), "paper's recipe", 1.002, 10, 0.9)),
                List.of(row(0.5, BASELINE.with("concurrent_reads", 40), "", 1.2, 1, 1)),
                List.of(row(Metric.P99_AT_RATE, 0.9, READS, "p99 of Rafiki", 0.8, 10, 0.002)),
                Map.of(Workload.ofReadRatio(0.1), "Rafiki = paper's recipe"),
                2,
                Map.of(Workload.ofReadRatio(0.3), 4L),
                "31 ok",
                "the machine shows no significant drift (10 baseline trials); nothing is corrected.",
                Map.of("cassandra", "5.0.10"));
    }

    static VerificationRow row(
            double readRatio, Configuration configuration, String label, double ratio, int pairs, double p) {
        return row(Metric.THROUGHPUT, readRatio, configuration, label, ratio, pairs, p);
    }

    private static VerificationRow row(
            Metric metric,
            double readRatio,
            Configuration configuration,
            String label,
            double ratio,
            int pairs,
            double p) {
        Map<Round, Double> measured = new LinkedHashMap<>();
        Map<Round, Double> baseline = new LinkedHashMap<>();
        for (int i = 0; i < pairs; i++) {
            baseline.put(new Round(i, 0), 2000.0 + i);
            measured.put(new Round(i, 0), ratio * (2000 + 7 * (i % 3)));
        }
        return new VerificationRow(
                Workload.ofReadRatio(readRatio),
                configuration,
                metric,
                label,
                Math.max(pairs, 1),
                measured,
                baseline,
                Optional.of(new MeanDebt(12, 0)),
                Optional.of(new MeanDebt(41, 3)),
                p);
    }

    private static MeasuredExtremes extremes() {
        return new MeasuredExtremes(
                List.of(new MeasuredExtremes.Row(Workload.ofReadRatio(0.9), 12, 3_700, 2_060, 1_450, READS, LEVELED)),
                List.of(Workload.ofReadRatio(0.1), Workload.ofReadRatio(0.5)));
    }

    private static AblationPath ablation() {
        Prediction before = new Prediction(1_900, 40);
        Prediction after = new Prediction(3_000, 60);
        Prediction last = new Prediction(3_400, 70);
        return new AblationPath(
                Workload.ofReadRatio(1),
                new GainAblation(List.of(
                        new GainAblation.Step(
                                "compaction",
                                "SizeTiered",
                                "Leveled",
                                new RelativeGain(0.58, 0.05),
                                new RelativeGain(0.58, 0.05),
                                before,
                                after),
                        new GainAblation.Step(
                                "concurrent_reads",
                                32,
                                64,
                                new RelativeGain(0.13, 0.09),
                                new RelativeGain(0.79, 0.06),
                                after,
                                last))));
    }

    private static Interaction interaction(double strength) {
        return new Interaction(
                "compaction",
                "concurrent_reads",
                List.of("SizeTiered", "Leveled"),
                List.of(8, 32, 128),
                List.of(List.of(1_800.0, 1_900.0, 1_700.0), List.of(2_600.0, 3_000.0, 3_400.0)),
                strength,
                0.02);
    }

    private static BaselineVariation variation() {
        return new BaselineVariation(
                List.of(
                        new BaselineVariation.Row(
                                Workload.ofReadRatio(0.1), 8, 13_050, 0.042, Optional.empty(), Optional.empty()),
                        new BaselineVariation.Row(
                                Workload.ofReadRatio(0.9),
                                8,
                                2_060,
                                0.025,
                                Optional.of(new SustainedResult.State(0, 1_100, 0.4, 0, 0.0, 835L)),
                                Optional.of(new SustainedResult.State(0, 5_300, 0.1, 0, 0.0, 270L)))),
                "the rates of 28 of 33 trials are corrected to the sstable size expected of their configurations.",
                "the machine drifted (16 baseline trials); all trials are corrected to the middle of the campaign.",
                true,
                List.of(
                        session(BEGIN, new BaselineVariation.Level(5, 13_300, OptionalDouble.of(-0.021))),
                        session(
                                BEGIN.plusSeconds(90_061),
                                new BaselineVariation.Level(0, Double.NaN, OptionalDouble.empty()))));
    }

    private static BaselineVariation.SessionVariation session(Instant begin, BaselineVariation.Level writes) {
        Map<Workload, BaselineVariation.Level> levels = new LinkedHashMap<>();
        levels.put(Workload.ofReadRatio(0.1), writes);
        levels.put(Workload.ofReadRatio(0.9), new BaselineVariation.Level(4, 2_040, OptionalDouble.empty()));
        return new BaselineVariation.SessionVariation(begin, 100, "Example CPU @ 2.50GHz", levels);
    }
}
