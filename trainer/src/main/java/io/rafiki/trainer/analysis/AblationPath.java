package io.rafiki.trainer.analysis;

import io.rafiki.model.ModelBundle;
import io.rafiki.workload.Workload;

/**
 * The predicted gain of each knob on the way from the baseline to the model's choice.
 *
 * @param workload at which the predicted gain is greatest
 */
public record AblationPath(Workload workload, GainAblation path) {

    static Finding<AblationPath> of(ModelBundle model, Recommendation greatest) {
        GainAblation path = GainAblation.of(model, greatest);
        return !greatest.isRecommended() || path.steps().isEmpty()
                ? Finding.omitted(Omission.Cause.BASELINE_RECOMMENDED)
                : Finding.of(new AblationPath(greatest.workload(), path));
    }
}
