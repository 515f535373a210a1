package io.rafiki.trainer.plan;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a plan file says: the conditions, the knobs with their ranges, and how many trials of what kind.
 *
 * @param name of the plan
 * @param seed of everything random in it
 * @param conditions that all trials share
 * @param knobs names and ranges
 * @param trials number of drawn configurations, each with a workload of its own; in an active plan, those it starts with
 * @param screening which knobs are screened, and how; empty for a plan that is no screening
 * @param active how a plan goes on that chooses by what it has measured; empty for one that fixes all trials
 * @param workloads of the drawn trials
 * @param defaults trials of the default configuration
 * @param named configurations that the plan writes out
 * @param blocked whether all that is repeated is measured once, then again, in place of a random order
 */
public record CampaignPlan(
        String name,
        long seed,
        TrialConditions conditions,
        List<KnobRange> knobs,
        int trials,
        Optional<ScreeningPlan> screening,
        Optional<Active> active,
        WorkloadSpace workloads,
        Defaults defaults,
        List<Named> named,
        boolean blocked) {

    /** Its name in the folder of a campaign. */
    public static final String FILE = "plan.yaml";

    /**
     * Trials of the default configuration, spread evenly over the campaign, so that drift of the machine is seen.
     *
     * @param workloads at which it is measured
     * @param repeats at each workload
     */
    public record Defaults(List<Workload> workloads, int repeats) {
        public Defaults {
            workloads = List.copyOf(workloads);
        }
    }

    /**
     * How an active plan goes on after its start.
     *
     * @param section the plan's, for messages
     * @param budget trials in all, those of the start and of the default configuration included
     */
    public record Active(YamlSection section, int budget) {}

    /**
     * A configuration that the plan writes out.
     *
     * @param section where it stands, for messages
     * @param label what a report calls it; may be empty
     * @param values knob to value; knobs that are left out are at their default
     * @param workloads at which it is measured
     * @param repeats at each workload
     */
    public record Named(
            YamlSection section, String label, Map<String, String> values, List<Workload> workloads, int repeats) {
        public Named {
            values = Map.copyOf(values);
            workloads = List.copyOf(workloads);
        }
    }

    public CampaignPlan {
        named = List.copyOf(named);
        knobs = List.copyOf(knobs);
    }

    /**
     * The plan file of the campaign that a model was trained on: beside it, else that of the campaign of the same name, as {@code conf}
     * keeps them ({@code models/NAME/model.zip}, {@code campaigns/NAME/plan.yaml}). It need not exist.
     */
    public static Path of(Path model) {
        Path beside = model.toAbsolutePath().resolveSibling(FILE);
        Path folder = beside.getParent();
        Path campaigns = folder.resolve("../../campaigns").normalize();
        return Files.isRegularFile(beside) || folder.getFileName() == null
                ? beside
                : campaigns.resolve(folder.getFileName()).resolve(FILE);
    }

    /** Reads a plan file; docs/trials.md documents its keys. */
    public static CampaignPlan read(Path file) throws ConfigException {
        return PlanReader.plan(YamlSection.read(file));
    }

    /**
     * The plan of the campaign that a model was trained on.
     *
     * @throws IOException with one line, if one of the two is missing
     */
    public static CampaignPlan besideBundle(Path bundle) throws ConfigException, IOException {
        Path campaign = of(bundle);
        if (!Files.isRegularFile(bundle) || !Files.isRegularFile(campaign)) {
            throw new IOException(bundle + ": expected a model bundle with its campaign's plan.yaml beside it, found "
                    + (Files.isRegularFile(bundle) ? "no plan.yaml" : "no bundle") + ". Give --model.");
        }
        return read(campaign);
    }

    /**
     * The knobs of the catalogue that the plan names, with the plan's ranges.
     *
     * @throws ConfigException if a name is unknown, a range goes beyond the catalogue's, or leaves the default out
     */
    public KnobSpace space(KnobCatalogue catalogue) throws ConfigException {
        return KnobRange.space(knobs, catalogue);
    }

    /** All trials that the plan fixes, in the order in which they are run. */
    public List<PlannedTrial> trials(KnobSpace space) throws ConfigException {
        return TrialDesign.trials(this, space);
    }

    /** The trials that the plan fixes, without those of the default configuration. */
    public List<PlannedTrial> ofOtherKinds(KnobSpace space) throws ConfigException {
        return TrialDesign.others(this, space);
    }

    /** These trials with those of the default configuration spread among them. */
    public List<PlannedTrial> withBaselines(List<PlannedTrial> trials, KnobSpace space) {
        return TrialDesign.withBaselines(trials, this, space);
    }

    /** The trials of the default configuration. */
    public List<PlannedTrial> defaultTrials(KnobSpace space) {
        return TrialDesign.defaults(this, space);
    }

    /** How many of them come before all else, so that the noise of the machine is known then. */
    public int baselinesFirst() {
        return TrialDesign.baselinesFirst(this);
    }
}
