package io.rafiki.trainer.analysis;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.evaluate.TrialTable;
import io.rafiki.trainer.evaluate.Validation;
import io.rafiki.trainer.evaluate.ValidationResult;
import io.rafiki.trainer.evaluate.ValidationSettings;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.screening.ScreeningFolder;
import io.rafiki.trainer.screening.ScreeningResult;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Computes the result of a campaign from its files alone.
 *
 * @param root folder with {@code trials.jsonl} and {@code plan.yaml}
 * @param model a bundle; need not exist
 * @param screening folder of a screening; need not exist
 * @param verification folder of trials in pairs with the baseline; need not exist
 * @param catalogue of the knobs
 * @param settings of the validation
 */
public record CampaignAnalysis(
        Path root, Path model, Path screening, Path verification, Path catalogue, ValidationSettings settings) {

    /**
     * The result.
     *
     * @throws IOException with one line if there is too little to report
     */
    public CampaignResult result(ProgressReporter progress)
            throws IOException, ConfigException, BundleException, InterruptedException {
        TrialData measured = TrialData.read(root, catalogue);
        Finding<PairedVerification> verified = verified();
        Optional<ModelBundle> bundle =
                Files.isRegularFile(model) ? Optional.of(ModelBundle.read(model)) : Optional.empty();
        Finding<PredictedGains> gains = bundle.map(
                        found -> Finding.of(PredictedGains.of(measured, found, settings.seed(), verified.value())))
                .orElseGet(() -> Finding.omitted(Omission.Cause.NO_MODEL));
        Finding<GainsByCost> byCost = bundle.isPresent()
                ? GainsByCost.of(
                        measured,
                        bundle.get(),
                        KnobCatalogue.read(catalogue, bundle.get().provenance().machine()),
                        settings.seed())
                : Finding.omitted(Omission.Cause.NO_MODEL);
        return new CampaignResult(
                root.toAbsolutePath().normalize().getFileName().toString(),
                measured.set().account(),
                measured.space().names(),
                gains,
                byCost,
                bundle.map(found -> ParetoFronts.of(measured, found, settings.seed()))
                        .orElseGet(() -> Finding.omitted(Omission.Cause.NO_MODEL)),
                verified.flatMap(found ->
                        found.rows().isEmpty() ? Finding.omitted(Omission.Cause.NO_REPLICATES) : Finding.of(found)),
                MeasuredExtremes.of(measured),
                screened(),
                bundle.map(VarianceShares::of).orElseGet(() -> Finding.omitted(Omission.Cause.NO_MODEL)),
                gains.flatMap(found -> AblationPath.of(bundle.orElseThrow(), found.greatest())),
                bundle.map(found -> StrongestInteraction.of(found, settings.seed()))
                        .orElseGet(() -> Finding.omitted(Omission.Cause.NO_MODEL)),
                errors(measured, progress),
                BaselineVariation.of(measured),
                TrialAccount.of(measured),
                measured.set().environment(),
                measured.set().hash());
    }

    private Finding<PairedVerification> verified() throws ConfigException {
        if (!Files.isRegularFile(verification.resolve(Trials.FILE))) {
            return Finding.omitted(Omission.Cause.NO_VERIFICATION);
        }
        try {
            return Finding.of(PairedVerification.of(TrialData.read(verification, catalogue)));
        } catch (IOException e) {
            return Finding.omitted(Omission.insufficient(e.getMessage()));
        }
    }

    private Finding<ScreeningResult> screened() throws ConfigException {
        if (!Files.isRegularFile(screening.resolve(Trials.FILE))) {
            return Finding.omitted(Omission.Cause.NO_SCREENING);
        }
        try {
            return Finding.of(new ScreeningFolder(screening, catalogue).screen());
        } catch (IOException e) {
            return Finding.omitted(Omission.insufficient(e.getMessage()));
        }
    }

    private Finding<ValidationResult> errors(TrialData measured, ProgressReporter progress)
            throws InterruptedException {
        try {
            return Finding.of(new Validation(
                            TrialTable.of(root.resolve(Trials.FILE).toString(), measured.set(), Metric.THROUGHPUT),
                            settings)
                    .run(progress));
        } catch (IllegalArgumentException e) {
            return Finding.omitted(Omission.insufficient(e.getMessage()));
        }
    }
}
