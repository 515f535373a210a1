package io.rafiki.trainer.analysis;

import io.rafiki.trainer.evaluate.ValidationResult;
import io.rafiki.trainer.screening.ScreeningResult;
import java.util.List;
import java.util.Map;

/**
 * The result of a campaign: the data of the paper's figures and tables.
 *
 * @param name of the campaign's folder
 * @param trials number of trials by status, in words
 * @param knobs names
 * @param gains baseline and model over read ratios (Rafiki Figure 4)
 * @param byCost the model's best configuration for each change cost
 * @param fronts throughput against p99 at the open-loop rate
 * @param verification choices measured in pairs with the baseline
 * @param extremes greatest and least measured throughput (Rafiki Table 1)
 * @param screening key knobs (Rafiki Figure 5)
 * @param shares of each knob in the variance of the predictions, by workload
 * @param ablation the gain of each knob
 * @param interaction two dependent knobs (Rafiki Figure 6)
 * @param errors of predictions for held-out trials (Rafiki Table 2, Figures 7 to 9)
 * @param variation noise and drift of the baseline
 * @param account of the used trials
 * @param environment hardware and software of the trials
 * @param hash SHA-256 of trials.jsonl
 */
public record CampaignResult(
        String name,
        String trials,
        String knobs,
        Finding<PredictedGains> gains,
        Finding<GainsByCost> byCost,
        Finding<ParetoFronts> fronts,
        Finding<PairedVerification> verification,
        Finding<MeasuredExtremes> extremes,
        Finding<ScreeningResult> screening,
        Finding<List<VarianceShares>> shares,
        Finding<AblationPath> ablation,
        Finding<StrongestInteraction> interaction,
        Finding<ValidationResult> errors,
        Finding<BaselineVariation> variation,
        TrialAccount account,
        Map<String, String> environment,
        String hash) {}
