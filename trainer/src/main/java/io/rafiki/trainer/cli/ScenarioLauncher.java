package io.rafiki.trainer.cli;

import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.report.ScenarioPage;
import io.rafiki.trainer.report.TimelineSvg;
import io.rafiki.trainer.report.text.ScenarioFormatter;
import io.rafiki.trainer.scenario.Scenario;
import io.rafiki.trainer.scenario.ScenarioFile;
import io.rafiki.trainer.scenario.ScenarioResult;
import io.rafiki.trainer.scenario.ScenarioRunner;
import io.rafiki.trainer.trial.TrialConditions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Runs a scenario on real nodes with its progress, and writes its result.
 *
 * @param command the command, for its output
 * @param out folder of the result, the logs and the running node
 * @param data folder of the prepared data sets
 */
record ScenarioLauncher(CommandSpec command, Path out, Path data) {

    /**
     * Runs a scenario and prints its result.
     *
     * @param conditions of the campaign behind the model
     * @param summary the last line, for programs, from the result and the path of its page
     * @param success whether the command succeeded
     * @return the exit code
     */
    int run(
            Scenario scenario,
            TrialConditions conditions,
            BiFunction<ScenarioResult, Path, String> summary,
            Predicate<ScenarioResult> success)
            throws IOException {
        Path folder = Files.createDirectories(out.toAbsolutePath().normalize());
        try (ProgressReporter progress = InstallPaths.progress(command)) {
            progress.begin(title(scenario.name()), scenario.expected(), "");
            ScenarioResult result =
                    new ScenarioRunner(InstallPaths.home(), folder, data, conditions, progress::line).run(scenario);
            Path page = write(folder, result);
            progress.line("");
            ScenarioFormatter.text(result).lines().forEach(progress::line);
            progress.line(summary.apply(result, page));
            return success.test(result) ? 0 : 1;
        } catch (InterruptedException e) {
            return InstallPaths.INTERRUPTED;
        }
    }

    /**
     * Writes a result as page, picture and data.
     *
     * @return the page, seen from the working directory
     */
    static Path write(Path folder, ScenarioResult result) throws IOException {
        Path page = Files.createDirectories(folder).resolve(result.scenario() + ".html");
        Files.writeString(page, ScenarioPage.html(result));
        Files.writeString(folder.resolve(result.scenario() + ".svg"), TimelineSvg.svg(result));
        ScenarioFile.write(folder.resolve(result.scenario() + ".json"), result);
        return FileTrees.fromHere(page.toAbsolutePath());
    }

    private static String title(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }
}
