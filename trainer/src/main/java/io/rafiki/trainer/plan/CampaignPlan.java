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
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a plan file: conditions, knobs with their ranges, and the number and kind of trials.
 *
 * @param name of the plan
 * @param seed of all random numbers
 * @param conditions of all trials
 * @param knobs names and ranges
 * @param trials number of drawn configurations, each with its own workload; in an active plan, the trials of the start
 * @param screening the screening of knobs; empty for other plans
 * @param active the choice of further trials by a model; empty if the plan fixes all trials
 * @param workloads of the drawn trials
 * @param defaults baseline trials
 * @param named configurations that the plan writes out
 * @param blocked whether all that is repeated is measured once, then again, in place of a random order
 * @param race eliminates configurations before all of their replicates are measured; empty measures all
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
        boolean blocked,
        Optional<Race.Rule> race) {

    /** The file name in the folder of a campaign. */
    public static final String FILE = "plan.yaml";

    /**
     * Baseline trials, evenly spread over the campaign, so that they show the machine's drift.
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
     * The part of an active plan after its start.
     *
     * @param section the section of the plan file, for messages
     * @param budget total number of trials, including start and baseline
     */
    public record Active(YamlSection section, int budget) {}

    /**
     * A fixed configuration of the plan.
     *
     * @param section the section of the plan file, for messages
     * @param label name in reports; may be empty
     * @param values knob to value; other knobs have their default
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
     * The plan file of the campaign that a model was trained on: in the model's folder, otherwise that of the campaign with the same name in {@code conf} ({@code models/NAME/model.zip}, {@code campaigns/NAME/plan.yaml}). The file may be missing.
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
     * @throws IOException with one line, if bundle or plan is missing
     */
    public static CampaignPlan besideBundle(Path bundle) throws ConfigException, IOException {
        Path campaign = of(bundle);
        if (!Files.isRegularFile(bundle) || !Files.isRegularFile(campaign)) {
            throw new IOException(
                    bundle + ": expected a model bundle with its campaign's plan.yaml in the same folder, found "
                            + (Files.isRegularFile(bundle) ? "no plan.yaml" : "no bundle") + ". Give --model.");
        }
        return read(campaign);
    }

    /** A copy with other conditions and another seed. */
    public CampaignPlan with(TrialConditions changed, long otherSeed) {
        return new CampaignPlan(
                name, otherSeed, changed, knobs, trials, screening, active, workloads, defaults, named, blocked, race);
    }

    /** A copy with the knobs of another plan. */
    public CampaignPlan withKnobsOf(CampaignPlan other) {
        return withKnobs(other.knobs);
    }

    /** A copy with these knobs, in the ranges of the catalogue. */
    public CampaignPlan withKnobsNamed(Collection<String> names) {
        YamlSection section = knobs.get(0).section();
        return withKnobs(names.stream()
                .map(each -> new KnobRange(section, each, Optional.empty(), Optional.empty(), List.of()))
                .toList());
    }

    private CampaignPlan withKnobs(List<KnobRange> others) {
        return new CampaignPlan(
                name, seed, conditions, others, trials, screening, active, workloads, defaults, named, blocked, race);
    }

    /**
     * The knobs of the catalogue that the plan names, with the plan's ranges.
     *
     * @throws ConfigException if a name is unknown, a range exceeds the catalogue's, or a range excludes the default
     */
    public KnobSpace space(KnobCatalogue catalogue) throws ConfigException {
        return KnobRange.space(knobs, catalogue);
    }

    /** All fixed trials in their order. */
    public List<PlannedTrial> trials(KnobSpace space) throws ConfigException {
        return TrialDesign.trials(this, space);
    }
}
