package io.rafiki.trainer.screening;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.format.WorkloadText;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.PlannedTrials;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The folder of a screening: {@code plan.yaml} and {@code trials.jsonl} from the collector, and the results {@code screen.json},
 * {@code screen.html} and {@code campaign.yaml}.
 */
public final class ScreeningFolder {

    /** The result for programs. */
    public static final String JSON = "screen.json";

    public static final String PAGE = "screen.html";

    private final Path root;
    private final Path catalogue;

    /** @param catalogue file of the knob catalogue */
    public ScreeningFolder(Path root, Path catalogue) {
        this.root = root;
        this.catalogue = catalogue;
    }

    /**
     * The trials of a screening's plan, for a collector.
     *
     * @throws ConfigException with one line, if the plan has no screening
     */
    public static TrialSource source(CampaignPlan plan, KnobSpace space) throws ConfigException {
        return new PlannedTrials(ScreeningDesign.of(plan, space).trials());
    }

    /**
     * Analyses the trials.
     *
     * @throws IOException with one line, if there are too few trials
     */
    public ScreeningResult screen() throws IOException, ConfigException {
        Path file = root.resolve(Trials.FILE);
        List<Trial> lines = Trials.read(file);
        List<Trial> good = lines.stream().filter(Trial::isOk).toList();
        if (good.isEmpty()) {
            throw new IOException(
                    file + ": expected valid trials of a screening, found none. Run rafiki screen --plan.");
        }
        Path planFile = root.resolve(CampaignPlan.FILE);
        CampaignPlan plan = CampaignPlan.read(planFile);
        if (plan.screening().isEmpty()) {
            throw new IOException(planFile + ": expected a plan with screen, found one of a campaign."
                    + " Use the folder of a screening.");
        }
        KnobCatalogue knobs;
        try {
            knobs = KnobCatalogue.read(catalogue, TrialSet.machine(good));
        } catch (IllegalArgumentException several) {
            throw new IOException(file + ": " + several.getMessage(), several);
        }
        ScreeningResult screen = ScreeningResult.of(ScreeningDesign.of(plan, plan.space(knobs)), knobs, lines);
        for (ScreeningNoise noise : screen.noise()) {
            if (noise.trials() < 2) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "%s: expected at least 2 valid baseline trials at %s, found %d. Collect more.",
                        file,
                        WorkloadText.reads(noise.workload()),
                        noise.trials()));
            }
        }
        return screen;
    }

    /**
     * Writes {@code campaign.yaml} if there are key knobs. Without any, it deletes the plan of an analysis of fewer trials. An edited plan
     * remains as it is.
     *
     * @return the file; empty if there is none
     */
    public Optional<CampaignPlanFile> writeCampaign(ScreeningResult screen) throws IOException {
        Optional<String> plan = screen.keys().isEmpty()
                ? Optional.empty()
                : Optional.of(CampaignPlanWriter.text(screen, root.resolve(CampaignPlan.FILE)));
        return CampaignPlanFile.write(root.resolve("campaign.yaml"), plan);
    }
}
