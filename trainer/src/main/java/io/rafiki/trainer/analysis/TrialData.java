package io.rafiki.trainer.analysis;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The trials of a folder, with their configurations in the space of its plan.
 *
 * @param root the folder
 * @param set training data from the trials
 * @param lines all lines of trials.jsonl, with throughputs corrected for states of the files and drift
 * @param named the configurations with a label in the plan
 */
record TrialData(Path root, TrialSet set, List<Trial> lines, List<CampaignPlan.Named> named) {

    TrialData {
        lines = List.copyOf(lines);
        named = List.copyOf(named);
    }

    /**
     * Reads {@code trials.jsonl} and {@code plan.yaml}.
     *
     * @throws IOException with one line if the trials cannot be read, or fewer than {@link TrainingData#FEWEST} have a valid rate
     */
    static TrialData read(Path root, Path catalogue) throws IOException, ConfigException {
        Path trials = root.resolve(Trials.FILE);
        Path plan = root.resolve(CampaignPlan.FILE);
        TrialSet set = TrialSet.read(trials, plan, catalogue, TrainingData.FEWEST);
        List<CampaignPlan.Named> named =
                Files.exists(plan) ? CampaignPlan.read(plan).named() : List.of();
        return new TrialData(root, set, set.drift().corrected(set.states().lines()), named);
    }

    /** The plan's label of a configuration at a workload; empty without one. */
    String label(Workload workload, Configuration configuration) {
        return named(workload, configuration).map(CampaignPlan.Named::label).orElse("");
    }

    /** A configuration at a workload, if the plan contains it explicitly. */
    Optional<CampaignPlan.Named> named(Workload workload, Configuration configuration) {
        return named.stream()
                .filter(one -> one.workloads().contains(workload))
                .filter(one -> space().configuration(one.values()).equals(configuration))
                .findFirst();
    }

    KnobSpace space() {
        return set.samples().space();
    }

    List<Trial> good() {
        return lines.stream().filter(Trial::isOk).toList();
    }

    Configuration configuration(Trial trial) {
        Map<String, Object> values = new LinkedHashMap<>(trial.proposed());
        values.keySet().removeIf(name -> space().indexOf(name) < 0);
        return space().configuration(values);
    }

    boolean isDefault(Trial trial) {
        return configuration(trial).equals(space().defaults());
    }

    /** The successful trials of the baseline, by workload. */
    Map<Workload, List<Trial>> defaults() {
        return good().stream()
                .filter(this::isDefault)
                .collect(
                        Collectors.groupingBy(trial -> trial.workload().features(), TreeMap::new, Collectors.toList()));
    }

    static double[] means(List<Trial> trials) {
        return trials.stream().mapToDouble(trial -> trial.throughput().mean()).toArray();
    }

    static String percent(double readRatio) {
        return Math.round(100 * readRatio) + " %";
    }
}
