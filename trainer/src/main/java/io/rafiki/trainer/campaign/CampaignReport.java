package io.rafiki.trainer.campaign;

import io.rafiki.config.ConfigException;
import io.rafiki.surrogate.BundleException;
import io.rafiki.surrogate.ModelBundle;
import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.report.Page;
import io.rafiki.trainer.screen.ScreenFolder;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.trainer.validate.PaperFigures;
import io.rafiki.trainer.validate.Progress;
import io.rafiki.trainer.validate.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a campaign has found, as one HTML page.
 *
 * @param root folder with {@code trials.jsonl} and {@code plan.yaml}
 * @param model a bundle; what needs one is left out where this file is not
 * @param screening folder of a screening; Figure 5 is left out where it is not
 * @param verification folder of trials in pairs with the default; left out where it is not
 * @param catalogue of the knobs
 * @param settings of the validation
 */
public record CampaignReport(
        Path root, Path model, Path screening, Path verification, Path catalogue, Settings settings) {

    /** A figure is read at one glance. */
    private static final String STYLE = "td:not(.left){white-space:nowrap} td.left{overflow-wrap:break-word}";

    private static final String NO_MODEL = "no model was found (model.zip in the campaign's folder, or --model).";

    /**
     * Writes the page.
     *
     * @return lines for a terminal: what is shown, and what is left out with the reason
     * @throws IOException with one line if there is too little to report, or the page cannot be written
     */
    public List<String> write(Path page, Progress progress)
            throws IOException, ConfigException, BundleException, InterruptedException {
        Measured measured = Measured.read(root, catalogue);
        List<Part> parts = parts(measured, progress);
        Files.writeString(page, html(measured, parts));
        List<String> lines = new ArrayList<>();
        for (Part part : parts) {
            lines.add((part.isShown() ? "shown     " : "left out  ")
                    + part.title()
                    + (part.isShown() ? "" : ": " + part.reason()));
        }
        lines.add("Report: " + page);
        return lines;
    }

    private List<Part> parts(Measured measured, Progress progress)
            throws IOException, ConfigException, BundleException, InterruptedException {
        Optional<Verification> verified = Optional.empty();
        String notVerified = "no trials of a verification were found (the folder verification, or --verification).";
        if (Files.isRegularFile(verification.resolve(Trials.FILE))) {
            try {
                verified = Optional.of(Verification.of(Measured.read(verification, catalogue)));
            } catch (IOException tooFew) {
                notVerified = tooFew.getMessage();
            }
        }
        List<Part> parts = new ArrayList<>();
        List<Part> ofModel = ofModel(measured, verified);
        parts.add(ofModel.get(0));
        parts.add(
                verified.isPresent()
                        ? VerificationPart.of(verified.get(), measured)
                        : Part.leftOut(VerificationPart.TITLE, notVerified));
        parts.add(ExtremesPart.of(measured));
        parts.add(ScreenPart.of(screening, catalogue));
        parts.addAll(ofModel.subList(1, ofModel.size()));
        parts.addAll(ErrorParts.of(measured, settings, progress));
        parts.add(MachinePart.noise(measured));
        parts.add(MachinePart.dropped(measured));
        parts.add(MachinePart.environment(measured));
        return parts;
    }

    private List<Part> ofModel(Measured measured, Optional<Verification> verified) throws BundleException {
        if (!Files.isRegularFile(model)) {
            return List.of(
                    Part.leftOut(GainPart.TITLE, NO_MODEL),
                    Part.leftOut(GainPart.PATH, NO_MODEL),
                    Part.leftOut(InteractionPart.TITLE, NO_MODEL));
        }
        ModelBundle bundle = ModelBundle.read(model);
        GainPart gains = new GainPart(measured, bundle, settings.seed());
        return List.of(gains.figure(verified), gains.path(), InteractionPart.of(bundle, settings.seed()));
    }

    private static String html(Measured measured, List<Part> parts) {
        String name = measured.root().toAbsolutePath().normalize().getFileName().toString();
        return Page.of(
                "Rafiki campaign: " + name,
                PaperFigures.style() + ScreenFolder.style() + STYLE,
                "<h1>Rafiki campaign " + Html.text(name) + "</h1>\n<p class=\"lead\">"
                        + Html.text(measured.set().account()) + "; knobs: "
                        + Html.text(measured.space().names()) + "</p>\n"
                        + parts.stream().map(Part::page).collect(Collectors.joining()));
    }
}
