package io.rafiki.benchmark.collection;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.campaign.Collector;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.SustainedProtocol;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Measures each configuration of a plan in a pair: a trial by the plan's protocol, then a reference whose measured part is longer.
 *
 * <p>Machines differ between sessions. Each session therefore measures a pair of the baseline before others of the same workload, and
 * rates are compared relative to the baseline of their session.
 */
final class ProtocolStudy {

    private final CampaignPlan plan;
    private final SustainedProtocol protocol;
    private final Path trials;
    private final Path references;
    private final Duration length;

    /**
     * @param out folder of the lines
     * @param length measured part of a reference
     */
    ProtocolStudy(CampaignPlan plan, Path out, Duration length) {
        this.plan = plan;
        this.protocol = plan.conditions().sustained().orElseThrow();
        this.trials = out.resolve("trials");
        this.references = out.resolve("references");
        this.length = length;
    }

    /**
     * Measures pairs that are missing.
     *
     * @param most pairs in this session, without those of the baseline that a session needs
     */
    void measure(Collector collector, int most) throws ConfigException, IOException, InterruptedException {
        KnobSpace space = collector.space(plan);
        Set<Workload> calibrated = new HashSet<>();
        int left = most;
        for (PlannedTrial planned : ordered(space)) {
            if (left == 0 || isComplete(planned)) {
                continue;
            }
            if (!planned.isDefault() && calibrated.add(planned.workload())) {
                PlannedTrial baseline = baseline(space, planned.workload());
                if (!pair(collector, baseline)) {
                    throw new IOException(baseline.workload().pairs()
                            + ": expected two trials of the baseline, which the others of a session are compared with,"
                            + " found one that was disturbed or failed. Let the machine rest, and continue by the same"
                            + " command.");
                }
            }
            if (pair(collector, planned) && planned.isDefault()) {
                calibrated.add(planned.workload());
            }
            left--;
        }
    }

    /** The trials of the plan, the baseline of each workload first. */
    private List<PlannedTrial> ordered(KnobSpace space) throws ConfigException {
        Map<Workload, List<PlannedTrial>> byWorkload = plan.trials(space).stream()
                .collect(Collectors.groupingBy(PlannedTrial::workload, TreeMap::new, Collectors.toList()));
        return byWorkload.values().stream()
                .flatMap(all -> all.stream()
                        .sorted(Comparator.comparing(PlannedTrial::isDefault).reversed()))
                .toList();
    }

    /** The next repeat of the baseline, or the one whose reference is missing. */
    private PlannedTrial baseline(KnobSpace space, Workload workload) throws IOException {
        int repeat = 0;
        while (isComplete(new PlannedTrial(workload, space.defaults(), repeat))) {
            repeat++;
        }
        return new PlannedTrial(workload, space.defaults(), repeat);
    }

    private boolean isComplete(PlannedTrial planned) throws IOException {
        return isIn(measured(trials), planned) && isIn(measuredReferences(), planned);
    }

    private static boolean isIn(List<Trial> measured, PlannedTrial planned) {
        return measured.stream().anyMatch(trial -> trial.id().equals(planned.id()));
    }

    private List<Trial> measuredReferences() throws IOException {
        return measured(references).stream()
                .filter(reference -> isOf(reference, length))
                .toList();
    }

    /**
     * Whether a reference has this length. Those of an earlier command can have another one. Each state is measured for a whole number of
     * seconds, so their sum can differ.
     */
    static boolean isOf(Trial reference, Duration length) {
        long states = length.dividedBy(SustainedProtocol.SHORTEST);
        return Math.abs(reference.timing().measuredSeconds() - length.toSeconds()) <= states;
    }

    /**
     * A pair is complete only if both are measured now, on the same machine. Without the trial there is nothing to compare; a later session
     * tries again.
     */
    private boolean pair(Collector collector, PlannedTrial planned)
            throws ConfigException, IOException, InterruptedException {
        return collector
                        .measure(with(protocol), space -> NextTrial.planned(planned), trials)
                        .isOk()
                && collector
                        .measure(with(protocol.measuring(length)), space -> NextTrial.planned(planned), references)
                        .isOk();
    }

    private CampaignPlan with(SustainedProtocol measured) {
        return plan.with(plan.conditions().with(measured), plan.seed());
    }

    /** The agreement at each workload with at least two configurations. */
    List<ProtocolAgreement> agreements() throws IOException {
        Map<Double, List<Trial>> byReadRatio = measured(trials).stream()
                .collect(Collectors.groupingBy(
                        trial -> trial.workload().features().readRatio(), TreeMap::new, Collectors.toList()));
        List<Trial> measured = measuredReferences();
        List<ProtocolAgreement> agreements = new ArrayList<>();
        for (Map.Entry<Double, List<Trial>> entry : byReadRatio.entrySet()) {
            ProtocolAgreement agreement = ProtocolAgreement.of(entry.getKey(), entry.getValue(), measured, this::label);
            if (agreement.rows().size() > 1) {
                agreements.add(agreement);
            }
        }
        return agreements;
    }

    /** The label in the plan. */
    private String label(Trial trial) {
        return plan.named().stream()
                .filter(named -> named.workloads().stream()
                                .anyMatch(workload -> workload.readRatio()
                                        == trial.workload().features().readRatio())
                        && named.values().entrySet().stream().allMatch(value -> String.valueOf(
                                        trial.proposed().get(value.getKey()))
                                .equals(value.getValue())))
                .max(Comparator.comparingInt(named -> named.values().size()))
                .map(CampaignPlan.Named::label)
                .orElse(ProtocolAgreement.BASELINE);
    }

    private static List<Trial> measured(Path folder) throws IOException {
        return Trials.read(folder.resolve(Trials.FILE)).stream()
                .filter(Trial::isOk)
                .toList();
    }
}
