package io.rafiki.trainer.advice;

import io.rafiki.surrogate.Surrogate;
import java.util.ArrayList;
import java.util.List;

/** Asks a model at one read ratio, and each of its members the same. */
final class Probe {

    private final Surrogate model;
    private final List<Surrogate> members;
    private final double readRatio;

    Probe(Surrogate model, double readRatio) {
        this.model = model;
        this.members = model.members();
        this.readRatio = readRatio;
    }

    double readRatio() {
        return readRatio;
    }

    Surrogate model() {
        return model;
    }

    /** @param rows codes of one configuration each */
    Answer ask(List<double[]> rows) {
        int width = model.space().size();
        double[] codes = new double[rows.size() * width];
        for (int r = 0; r < rows.size(); r++) {
            System.arraycopy(rows.get(r), 0, codes, r * width, width);
        }
        List<double[]> answers = new ArrayList<>();
        double[] deviation = new double[rows.size()];
        for (Surrogate member : members) {
            double[] mean = new double[rows.size()];
            member.predict(readRatio, codes, rows.size(), mean, deviation);
            answers.add(mean);
        }
        double[] mean = new double[rows.size()];
        model.predict(readRatio, codes, rows.size(), mean, deviation);
        return new Answer(mean, deviation, answers);
    }
}
