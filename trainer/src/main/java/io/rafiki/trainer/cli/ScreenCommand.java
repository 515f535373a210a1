package io.rafiki.trainer.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.campaign.Collector;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.PlannedTrials;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.report.ScreeningPage;
import io.rafiki.trainer.report.text.ScreeningFormatter;
import io.rafiki.trainer.screening.ScreeningFolder;
import io.rafiki.trainer.screening.ScreeningResult;
import io.rafiki.trainer.spark.SparkMaster;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rafiki screen}: finds the knobs that affect throughput. */
@Command(
        name = "screen",
        mixinStandardHelpOptions = true,
        description = {
            "Finds the knobs that matter on this machine, and writes a campaign plan with these knobs.",
            "Varies one knob at a time, and then all knobs at two levels, on real nodes. The same command"
                    + " continues an interrupted screening, and analyses a complete one."
        })
final class ScreenCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--plan",
            paramLabel = "FILE|NAME",
            description = "The plan: a file, or the name of a plan of this installation (screen, screen-sustained,"
                    + " redis-screen).")
    private Optional<String> plan = Optional.empty();

    @Option(names = "--out", paramLabel = "DIR", description = "The screening's folder.")
    private Optional<Path> out = Optional.empty();

    @Option(
            names = "--trials",
            paramLabel = "DIR",
            description = "The folder of a complete or partial screening, for --analyse without --plan and --out.")
    private Optional<Path> trials = Optional.empty();

    @Option(names = "--analyse", description = "Analyse the measured trials without further measurements.")
    private boolean analyse;

    @Mixin
    private DataOption data;

    @Mixin
    private CatalogueOption catalogue;

    @Mixin
    private DatastoreOption where;

    @Mixin
    private EngineOption engine;

    @Option(
            names = "--max-trials",
            paramLabel = "N",
            defaultValue = "2147483647",
            description = "Maximum number of trials in this session. Default: all remaining trials.")
    private int maxTrials;

    private TrialSource source;

    @Override
    public Integer call() throws IOException, ConfigException {
        OptionRange.requireAtLeast(spec, "--max-trials", 0, maxTrials);
        if (analyse) {
            analyse(trials.or(() -> out).orElseThrow(() -> missing("--trials")));
            return 0;
        }
        if (trials.isPresent()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--trials: expected --analyse with it, found none. Give --plan and --out to measure.");
        }
        return measure(plan.orElseThrow(() -> missing("--plan")), out.orElseThrow(() -> missing("--out")));
    }

    private int measure(String named, Path folder) throws IOException, ConfigException {
        Datastore datastore = where.datastore();
        Optional<SparkMaster> spark = engine.spark(datastore);
        List<Trial> lines;
        List<String> left;
        try (ProgressReporter progress = InstallPaths.progress(spec)) {
            lines = new Collector(
                            InstallPaths.home(),
                            catalogue.file(datastore),
                            datastore,
                            spark,
                            (read, space) -> source(read, space, named),
                            data.folder(folder),
                            progress,
                            CommandLineText.command(spec))
                    .collect(InstallPaths.plan(named), folder, maxTrials);
            left = source.next(lines).stream()
                    .map(chosen -> chosen.trial().id())
                    .toList();
        } catch (InterruptedException toldToStop) {
            return InstallPaths.INTERRUPTED;
        }
        if (!PlannedTrials.attempted(lines).containsAll(left)) {
            print("screen: " + left.size() + " trials are left. Continue with: " + CommandLineText.command(spec));
            return 0;
        }
        analyse(folder);
        if (!left.isEmpty()) {
            print("screen: " + left.size()
                    + " trials failed, or were disturbed each time, and are left out of this. To try" + " them again: "
                    + CommandLineText.command(spec));
        }
        return 0;
    }

    private void analyse(Path root) throws IOException, ConfigException {
        ScreeningFolder folder = new ScreeningFolder(root, catalogue.fileOfTrials(root.resolve(Trials.FILE)));
        ScreeningResult screen = folder.screen();
        Path page = Files.writeString(root.resolve(ScreeningFolder.PAGE), ScreeningPage.html(screen));
        Path data = root.resolve(ScreeningFolder.JSON);
        new JsonMapper().writerWithDefaultPrettyPrinter().writeValue(data.toFile(), ScreeningFormatter.details(screen));
        ScreeningFormatter.lines(screen, folder.writeCampaign(screen)).forEach(this::print);
        print("Report: " + page + ", data: " + data);
    }

    private TrialSource source(CampaignPlan read, KnobSpace space, String named) throws ConfigException {
        if (read.screening().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--plan: expected a plan with screen, found a campaign's in " + named + ". Use rafiki collect.");
        }
        source = ScreeningFolder.source(read, space);
        return source;
    }

    private ParameterException missing(String option) {
        return new ParameterException(
                spec.commandLine(),
                "Missing required option: '" + option
                        + "'. Give --plan and --out to measure, or --trials and --analyse.");
    }

    private void print(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}
