package io.rafiki.trainer.cli;

import io.rafiki.trainer.progress.ProgressReporter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/** Where this installation keeps its files, and what it talks to. */
public final class InstallPaths {

    /** What a shell says of a command that Ctrl-C ended. */
    public static final int INTERRUPTED = 130;

    private InstallPaths() {}

    /** The folder of this installation. */
    public static Path home() {
        return Path.of(System.getProperty("rafiki.home", ".")).toAbsolutePath();
    }

    /** The model of a campaign: in its folder, else the one of the same name, as {@code conf} keeps them. It need not exist. */
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

    /** The plan at a path; where nothing is there, the plan of that name that comes with this installation. */
    static Path plan(String named) {
        Path path = Path.of(named);
        Path shipped = Path.of(System.getProperty("rafiki.home", "."), "conf", "plans", named + ".yaml");
        return !Files.exists(path) && named.matches("[\\w-]+") && Files.exists(shipped) ? shipped : path;
    }

    /** Shows the progress of a command: lines on its output, the rest on its error output. Close it. */
    public static ProgressReporter progress(CommandSpec command) {
        return ProgressReporter.start(
                command.commandLine().getOut(), command.commandLine().getErr(), isTerminal());
    }

    /** Whether a person sees the output as it comes; before JDK 22 the JVM has a console only then. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isTerminal() {
        return System.console() != null;
    }
}
