package io.rafiki.trainer.cli;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.trial.TrialConditions;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/** The paths of this installation, and its terminal. */
public final class InstallPaths {

    /** The exit code of a shell for a command that Ctrl-C ended. */
    public static final int INTERRUPTED = 130;

    private InstallPaths() {}

    /** The folder of this installation. */
    public static Path home() {
        return Path.of(System.getProperty("rafiki.home", ".")).toAbsolutePath();
    }

    /** The model of a campaign: in its folder, or in {@code conf} under the same name. The file need not exist. */
    static Path model(Path campaign) {
        Path folder = campaign.toAbsolutePath().normalize();
        Path own = folder.resolve("model.zip");
        return Files.isRegularFile(own) || folder.getFileName() == null
                ? own
                : folder.resolve("../../models")
                        .normalize()
                        .resolve(folder.getFileName())
                        .resolve("model.zip");
    }

    /**
     * The catalogue of this installation for a Cassandra node on this machine.
     *
     * @param conditions of the campaign behind the node's model
     */
    static KnobCatalogue catalogue(TrialConditions conditions) throws ConfigException {
        return KnobCatalogue.read(
                home().resolve(KnobCatalogue.CASSANDRA),
                new NodeResources(Runtime.getRuntime().availableProcessors(), conditions.heapMiB()));
    }

    /** The values of {@code cassandra_latest.yaml} in the catalogue's terms. */
    public static Path latestConfiguration() {
        return home().resolve("conf/knobs/cassandra-5.0-latest.yaml");
    }

    /** The {@code rafiki} command for other programs: an absolute path, or a name on the PATH. */
    static String command() {
        String command = CommandLineText.launcher();
        return command.contains("/")
                ? Path.of(command).toAbsolutePath().normalize().toString()
                : command;
    }

    /** The plan at a path, or the shipped plan of this name. */
    public static Path plan(String named) {
        Path path = Path.of(named);
        Path shipped = Path.of(System.getProperty("rafiki.home", "."), "conf", "plans", named + ".yaml");
        return !Files.exists(path) && named.matches("[\\w-]+") && Files.exists(shipped) ? shipped : path;
    }

    /** Reports the progress of a command: lines on its output, the rest on its error output. The caller closes it. */
    public static ProgressReporter progress(CommandSpec command) {
        return ProgressReporter.start(
                command.commandLine().getOut(), command.commandLine().getErr(), isTerminal());
    }

    /** Whether the output is a terminal; before JDK 22 the JVM has a console only then. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isTerminal() {
        return System.console() != null;
    }
}
