package io.rafiki.trainer.cli;

import picocli.CommandLine.Model.CommandSpec;

/** A command as it was given. */
final class CommandLineText {

    private CommandLineText() {}

    /** The command for a shell, so that it can be given again. */
    static String command(CommandSpec spec) {
        StringBuilder command = new StringBuilder(System.getProperty("rafiki.command", "rafiki"));
        for (String argument : spec.root().commandLine().getParseResult().originalArgs()) {
            boolean plain = argument.matches("[\\w@%+=:,./-]+");
            command.append(' ').append(plain ? argument : "'" + argument.replace("'", "'\\''") + "'");
        }
        return command.toString();
    }
}
