package io.rafiki.trainer.cli;

import picocli.CommandLine.Model.CommandSpec;

/** The text of the executed command. */
final class CommandLineText {

    private CommandLineText() {}

    /** The launcher as the user typed it. */
    static String launcher() {
        return System.getProperty("rafiki.command", "rafiki");
    }

    /** The command in shell syntax, to run it again. */
    static String command(CommandSpec spec) {
        StringBuilder command = new StringBuilder(launcher());
        for (String argument : spec.root().commandLine().getParseResult().originalArgs()) {
            boolean plain = argument.matches("[\\w@%+=:,./-]+");
            command.append(' ').append(plain ? argument : "'" + argument.replace("'", "'\\''") + "'");
        }
        return command.toString();
    }
}
