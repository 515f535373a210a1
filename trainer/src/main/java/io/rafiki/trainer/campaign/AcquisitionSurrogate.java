package io.rafiki.trainer.campaign;

import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.workload.Workload;
import java.util.Arrays;

/** Presents an acquisition function as a surrogate, so that a search finds the next trial. Excluded configurations have no value. */
final class AcquisitionSurrogate implements Surrogate {

    private static final double WORTHLESS = -1e18;

    private final Surrogate model;
    private final AcquisitionFunction goal;
    private final TrialObjective objective;
    private final ExclusionRegion avoided;

    AcquisitionSurrogate(Surrogate model, AcquisitionFunction goal, TrialObjective objective, ExclusionRegion avoided) {
        this.model = model;
        this.goal = goal;
        this.objective = objective;
        this.avoided = avoided;
    }

    @Override
    public KnobSpace space() {
        return model.space();
    }

    @Override
    public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
        model.predict(workload, codes, n, mean, deviation);
        for (int i = 0; i < n; i++) {
            mean[i] = avoided.contains(codes, i * space().size())
                    ? WORTHLESS
                    : goal.value(objective.signed(mean[i]), deviation[i]);
        }
        Arrays.fill(deviation, 0, n, 0);
    }

    @Override
    public Surrogate copy() {
        return new AcquisitionSurrogate(model.copy(), goal, objective, avoided);
    }
}
