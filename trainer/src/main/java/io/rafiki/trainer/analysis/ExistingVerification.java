package io.rafiki.trainer.analysis;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.NamedValues;
import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.trial.WorkloadFile;
import io.rafiki.workload.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The plan of a verification that an earlier call wrote. A later call continues it, so it must ask for the same.
 *
 * @param plan the plan, which an operator may have edited
 * @param firstLine of its file
 */
public record ExistingVerification(CampaignPlan plan, String firstLine) {

    /** Reads a plan file. */
    public static ExistingVerification read(Path file) throws IOException, ConfigException {
        CampaignPlan plan = CampaignPlan.read(file);
        try (BufferedReader text = Files.newBufferedReader(file)) {
            return new ExistingVerification(plan, String.valueOf(text.readLine()));
        }
    }

    /** Whether its name contains that of a campaign's plan. */
    public boolean hasNameOf(Path campaign) throws ConfigException {
        String verified = CampaignPlan.read(campaign.resolve(CampaignPlan.FILE)).name();
        return plan.name().equals(verified + VerificationPlan.SUFFIX);
    }

    /** Whether its first line, if it is as written, contains the name of a campaign's folder. */
    public boolean hasFolderOf(Path campaign) {
        return !firstLine.startsWith(VerificationPlan.FIRST_WORDS)
                || firstLine.startsWith(VerificationPlan.firstWords(campaign));
    }

    /** Whether the clients of its trials have the operations of a YCSB file. */
    public boolean has(WorkloadFile operations) {
        return plan.conditions().properties().equals(operations.properties());
    }

    /** Whether its choices, if it has any, are best in a metric. */
    public boolean isFor(Metric objective) {
        return choices(objective.isLatency() ? Metric.THROUGHPUT : Metric.P99_AT_RATE)
                .isEmpty();
    }

    /**
     * Whether its choices are those of a model.
     *
     * @param campaign folder of the campaign, whose baseline the plan's values differ from
     */
    public boolean isOf(Path model, Metric objective, Path campaign, Path catalogue)
            throws IOException, ConfigException, BundleException {
        Map<String, Object> usual =
                TrialData.read(campaign, catalogue).space().defaults().toMap();
        ModelBundle bundle = ModelBundle.read(model);
        for (CampaignPlan.Named choice : choices(objective)) {
            for (Workload workload : choice.workloads()) {
                Map<String, Object> chosen = Candidates.choice(bundle, objective, workload, VerificationPlan.SEED);
                if (!text(NamedValues.differingFrom(usual, chosen)).equals(choice.values())) {
                    return false;
                }
            }
        }
        return true;
    }

    /** A configuration that two suggest has both labels. */
    private List<CampaignPlan.Named> choices(Metric objective) {
        return plan.named().stream()
                .filter(named ->
                        List.of(named.label().split(VerificationPlan.EQUAL, -1)).contains(Candidates.label(objective)))
                .toList();
    }

    private static Map<String, String> text(Map<String, Object> values) {
        return values.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, value -> String.valueOf(value.getValue())));
    }
}
