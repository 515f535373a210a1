package io.rafiki.trainer.screen;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.PlannedTrials;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The folder of a screening: {@code plan.yaml} and {@code trials.jsonl} as the collector leaves them, and beside them what follows:
 * {@code screen.json}, {@code screen.html} and {@code campaign.yaml}.
 */
public final class ScreenFolder {

    private final Path root;
    private final Path catalogue;

    /** @param catalogue file of the knob catalogue */
    public ScreenFolder(Path root, Path catalogue) {
        this.root = root;
        this.catalogue = catalogue;
    }

    /**
     * The trials of a screening's plan, for a collector.
     *
     * @throws ConfigException with one line, if the plan is no screening
     */
    public static TrialSource source(CampaignPlan plan, KnobSpace space) throws ConfigException {
        return new PlannedTrials(ScreenDesign.of(plan, space).trials());
    }

    /**
     * Analyses the trials and writes what follows from them.
     *
     * @return lines for a terminal
     * @throws IOException with one line, if there are too few trials
     */
    public List<String> analyse() throws IOException, ConfigException {
        return write(screen(), root.resolve(CampaignPlan.FILE));
    }

    /**
     * The standard deviations of all knobs, the drop and what follows (Rafiki Figure 5), as HTML that needs {@link #style()}.
     *
     * @throws IOException with one line, if there are too few trials
     */
    public String figure() throws IOException, ConfigException {
        return ScreenPage.figure(screen());
    }

    /** Rules of CSS for the drawing. */
    public static String style() {
        return ScreenPage.STYLE;
    }

    private Screen screen() throws IOException, ConfigException {
        Path file = root.resolve(Trials.FILE);
        List<Trial> lines = Trials.read(file);
        List<Trial> good = lines.stream().filter(Trial::isOk).toList();
        if (good.isEmpty()) {
            throw new IOException(
                    file + ": expected good trials of a screening, found none. rafiki screen --plan measures them.");
        }
        Path planFile = root.resolve(CampaignPlan.FILE);
        CampaignPlan plan = CampaignPlan.read(planFile);
        if (plan.screening().isEmpty()) {
            throw new IOException(planFile + ": expected a plan with screen, found one of a campaign.");
        }
        KnobCatalogue knobs;
        try {
            knobs = KnobCatalogue.read(catalogue, TrialSet.machine(good));
        } catch (IllegalArgumentException several) {
            throw new IOException(file + ": " + several.getMessage(), several);
        }
        Screen screen = Screen.of(ScreenDesign.of(plan, plan.space(knobs)), knobs, lines);
        for (Noise noise : screen.noise()) {
            if (noise.trials() < 2) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "%s: expected at least 2 good trials of the default configuration at read ratio %s, found %d. Collect more.",
                        file,
                        noise.readRatio(),
                        noise.trials()));
            }
        }
        return screen;
    }

    private List<String> write(Screen screen, Path planFile) throws IOException {
        Path json = root.resolve("screen.json");
        new JsonMapper().writerWithDefaultPrettyPrinter().writeValue(json.toFile(), ScreenSheet.details(screen));
        Path html = root.resolve("screen.html");
        Files.writeString(html, ScreenPage.html(screen));
        List<String> lines = new ArrayList<>(ScreenSheet.lines(screen));
        lines.add("");
        Path campaign = root.resolve("campaign.yaml");
        if (screen.keys().isEmpty()) {
            // an analysis of fewer trials may have found some
            Files.deleteIfExists(campaign);
            lines.add("No knob stands out of the noise: no campaign is written. Measure longer, or repeat more.");
        } else {
            CampaignFile.write(screen, planFile, campaign);
            lines.add("Campaign of the key knobs: " + campaign);
        }
        lines.add("Report: " + html + ", figures: " + json);
        return lines;
    }
}
