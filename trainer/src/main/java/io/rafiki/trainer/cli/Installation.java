package io.rafiki.trainer.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where this installation keeps its files, and what it talks to. */
final class Installation {

    /** What a shell says of a command that Ctrl-C ended. */
    static final int INTERRUPTED = 130;

    private Installation() {}

    /** The folder of this installation. */
    static Path home() {
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

    /** Whether a human sees the output as it comes; before JDK 22 the JVM has a console only then. */
    @SuppressWarnings("SystemConsoleNull")
    static boolean isTerminal() {
        return System.console() != null;
    }
}
