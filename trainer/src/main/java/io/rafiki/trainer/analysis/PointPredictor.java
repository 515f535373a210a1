package io.rafiki.trainer.analysis;

import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/** Predicts configurations at one workload, with a model and each of its members. */
final class PointPredictor {

    private final Surrogate model;
    private final List<Surrogate> members;
    private final Workload workload;

    PointPredictor(Surrogate model, Workload workload) {
        this.model = model;
        this.members = model.members();
        this.workload = workload;
    }

    Workload workload() {
        return workload;
    }

    Surrogate model() {
        return model;
    }

    /** @param rows codes of one configuration each */
    EnsemblePrediction ask(List<double[]> rows) {
        int width = model.space().size();
        double[] codes = new double[rows.size() * width];
        for (int r = 0; r < rows.size(); r++) {
            System.arraycopy(rows.get(r), 0, codes, r * width, width);
        }
        List<double[]> answers = new ArrayList<>();
        double[] deviation = new double[rows.size()];
        for (Surrogate member : members) {
            double[] mean = new double[rows.size()];
            member.predict(workload, codes, rows.size(), mean, deviation);
            answers.add(mean);
        }
        double[] mean = new double[rows.size()];
        model.predict(workload, codes, rows.size(), mean, deviation);
        return new EnsemblePrediction(mean, deviation, answers);
    }
}
