package io.rafiki.trainer.cli;

import java.nio.file.Path;

/** Where this installation keeps its files, and what it talks to. */
final class Installation {

    private Installation() {}

    /** The catalogue that was named, or the one that comes with this installation. */
    static Path catalogue(Path named) {
        return named != null
                ? named
                : Path.of(System.getProperty("rafiki.home", "."), "conf", "knobs", "cassandra-5.0.yaml");
    }

    /** Whether a human sees the output as it comes; before JDK 22 the JVM has a console only then. */
    @SuppressWarnings("SystemConsoleNull")
    static boolean isTerminal() {
        return System.console() != null;
    }
}
