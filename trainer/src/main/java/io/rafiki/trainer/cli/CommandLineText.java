package io.rafiki.trainer.cli;

import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The text of the executed command. */
final class CommandLineText {

    private static final List<String> PASSWORD = List.of("-pw", "--password");

    private CommandLineText() {}

    /** The launcher as the user typed it. */
    static String launcher() {
        return System.getProperty("rafiki.command", "rafiki");
    }

    /** The command in shell syntax, to run it again. It has no password: the command asks for one then. */
    static String command(CommandSpec spec) {
        return command(spec.root().commandLine().getParseResult().originalArgs());
    }

    static String command(List<String> arguments) {
        StringBuilder command = new StringBuilder(launcher());
        Iterator<String> all = arguments.iterator();
        while (all.hasNext()) {
            String argument = all.next();
            if (PASSWORD.contains(argument)) {
                all.next();
                continue;
            }
            if (PASSWORD.stream().anyMatch(option -> argument.startsWith(option + "="))) {
                continue;
            }
            boolean plain = argument.matches("[\\w@%+=:,./-]+");
            command.append(' ').append(plain ? argument : "'" + argument.replace("'", "'\\''") + "'");
        }
        return command.toString();
    }
}
