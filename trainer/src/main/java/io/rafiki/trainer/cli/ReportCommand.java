package io.rafiki.trainer.cli;

import io.rafiki.config.ConfigException;
import io.rafiki.model.BundleException;
import io.rafiki.trainer.analysis.CampaignAnalysis;
import io.rafiki.trainer.analysis.CampaignResult;
import io.rafiki.trainer.evaluate.ValidationSettings;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.report.CampaignPage;
import io.rafiki.trainer.report.text.PriceClassFormatter;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rafiki report}: writes the results of a campaign as one HTML page. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = {
            "Writes the results of a campaign as one HTML page: the figures and tables of the paper.",
            "Uses the campaign's trials, model, screening and verification. Omits what the data cannot support, with"
                    + " the reason."
        })
final class ReportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--campaign",
            required = true,
            paramLabel = "DIR",
            description = "The campaign's folder, with trials.jsonl and plan.yaml.")
    private Path campaign;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The HTML file. Default: report.html in the campaign's folder.")
    private Optional<Path> out = Optional.empty();

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description =
                    "A model bundle. Default: model.zip in the campaign's folder, otherwise the model of the same name"
                            + " in conf/models.")
    private Optional<Path> model = Optional.empty();

    @Option(
            names = "--screening",
            paramLabel = "DIR",
            description = "The folder of a screening. Default: screening in the campaign's folder.")
    private Optional<Path> screening = Optional.empty();

    @Option(
            names = "--verification",
            paramLabel = "DIR",
            description =
                    "The folder of a verification: paired trials of configurations and baseline. Default: verification"
                            + " in the campaign's folder.")
    private Optional<Path> verification = Optional.empty();

    @Mixin
    private CatalogueOption catalogue;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            description = "Number of random splits for the errors. Default: ${DEFAULT-VALUE}.")
    private int repeats = 10;

    @Mixin
    private TrainingOptions training;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of searches and splits. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Override
    public Integer call() throws IOException, ConfigException, BundleException, InterruptedException {
        out.ifPresent(file -> OutputFile.check(spec, "--out", file));
        CampaignAnalysis analysis = new CampaignAnalysis(
                campaign,
                model.orElseGet(() -> InstallPaths.model(campaign)),
                screening.orElse(campaign.resolve("screening")),
                verification.orElse(campaign.resolve("verification")),
                catalogue.fileOfTrials(campaign.resolve(Trials.FILE)),
                settings());
        try (ProgressReporter progress = InstallPaths.progress(spec)) {
            CampaignResult result = analysis.result(progress);
            CampaignPage page = new CampaignPage(result, ZoneId.systemDefault());
            Path file = Files.writeString(out.orElse(campaign.resolve("report.html")), page.html());
            print(page.summary());
            print(page.latencies());
            result.byCost().value().ifPresent(gains -> print(List.of("", PriceClassFormatter.text(gains), "")));
            print(List.of("Report: " + file));
        }
        return 0;
    }

    private ValidationSettings settings() {
        try {
            return new ValidationSettings(
                    List.of(), repeats, seed, training.of(TrainingConfig.DEFAULT, 1, seed), training.threads());
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    private void print(List<String> lines) {
        PrintWriter terminal = spec.commandLine().getOut();
        lines.forEach(terminal::println);
        terminal.flush();
    }
}
