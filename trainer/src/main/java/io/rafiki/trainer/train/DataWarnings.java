package io.rafiki.trainer.train;

import io.rafiki.knob.Knob;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.trainer.statistics.ReplicateNoise;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Warnings about samples that an operator should read before using their model, one line each. */
public final class DataWarnings {

    private DataWarnings() {}

    /** The warnings; empty if there are none. */
    public static List<String> of(TrainingData samples) {
        List<String> remarks = new ArrayList<>();
        ReplicateNoise repeats = samples.repeats();
        remarks.add(
                repeats.degrees() == 0
                        ? "Noise: nothing was measured twice, so it is only estimated."
                        : String.format(
                                Locale.ROOT,
                                "Noise: %.1f %% between repeats of the same configuration and workload (%d degrees of"
                                        + " freedom).",
                                100 * repeats.deviation(),
                                repeats.degrees()));
        if (!samples.positive()) {
            remarks.add(
                    "Some values are zero or negative: no network learns their logarithm, and errors are relative to"
                            + " the mean value.");
        }
        TrainingDomain envelope = samples.envelope();
        long ratios = samples.points().stream()
                .mapToDouble(point -> point.workload().readRatio())
                .filter(ratio -> !Double.isNaN(ratio))
                .distinct()
                .count();
        if (ratios == 1) {
            remarks.add("All trials have one read ratio: the model predicts nothing for another one.");
        }
        for (int k = 0; k < samples.space().size(); k++) {
            Knob knob = samples.space().knob(k);
            remarks.addAll(of(knob, envelope.knobs().get(k)));
        }
        return remarks;
    }

    private static List<String> of(Knob knob, TrainingDomain.Seen seen) {
        List<String> remarks = new ArrayList<>();
        boolean numbers = seen.min() <= seen.max();
        if (seen.values().size() + (numbers ? 1 : 0) == 1 && (!numbers || seen.min() == seen.max())) {
            double only = numbers ? seen.min() : seen.values().get(0);
            remarks.add(knob.name() + " was " + knob.value(only)
                    + " in all trials, so the model cannot predict its effect and recommends no other value.");
            return remarks;
        }
        List<String> missing = knob.singles().stream()
                .filter(code -> !seen.values().contains(code))
                .map(code -> String.valueOf(knob.value(code)))
                .toList();
        if (!missing.isEmpty()) {
            remarks.add(
                    knob.name() + ": " + String.join(", ", missing) + " was never measured and is not recommended.");
        }
        return remarks;
    }
}
