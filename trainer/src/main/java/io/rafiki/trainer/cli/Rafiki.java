package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.ConsoleException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The {@code rafiki} command: offline experiments and training, and the operator's commands. */
@Command(
        name = "rafiki",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Keeps an Apache Cassandra node configured for its current workload.",
        subcommands = {
            DemoCommand.class,
            StatusCommand.class,
            UiCommand.class,
            WorkloadCommand.class,
            ProposeCommand.class,
            ApplyCommand.class,
            RollbackCommand.class,
            PauseCommand.class,
            ResumeCommand.class,
            StopCommand.class,
            ModeCommand.class,
            ReloadModelCommand.class,
            HistoryCommand.class,
            ExplainCommand.class,
            ExportCommand.class,
            ClusterCommand.class,
            TrainCommand.class,
            ValidateCommand.class,
            RecommendCommand.class,
            SimulateCommand.class,
            ReplayCommand.class,
            KnobsCommand.class,
            CollectCommand.class,
            TrialCommand.class,
            ScreenCommand.class,
            ReportCommand.class,
            CommandLine.HelpCommand.class
        })
public final class Rafiki {

    private Rafiki() {}

    /** Runs one command. Exits with 0 on success, 1 on failure, and 2 if the command line is wrong. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** All commands with their options. */
    public static CommandLine commandLine() {
        CommandLine rafiki = commandLine(new Rafiki());
        rafiki.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
        rafiki.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandGroups());
        return rafiki;
    }

    /** A command line with the same error reports: one line for bad input, a stack trace for an internal error. */
    public static CommandLine commandLine(Object command) {
        return new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, arguments) -> reportUsageError(wrong))
                .setExecutionExceptionHandler(
                        (failure, commandLine, parsed) -> reportFailure(failure, commandLine.getErr()));
    }

    /** Prints one line, and for an internal error its stack trace. */
    private static int reportFailure(Exception failure, PrintWriter err) {
        err.println("rafiki: " + line(failure));
        if (isFault(failure)) {
            err.println("Internal error; no measurements were lost. Please report it with this stack trace:");
            failure.printStackTrace(err);
        }
        return 1;
    }

    /** The message of some file errors is only the file's name. */
    private static String line(Exception failure) {
        if (failure instanceof NoSuchFileException missing) {
            return missing.getFile() + ": expected a file or folder, found nothing there.";
        }
        if (failure instanceof AccessDeniedException denied) {
            return denied.getFile() + ": expected permission to use it, found that this user has none.";
        }
        boolean nameOnly = failure instanceof FileSystemException other && other.getReason() == null;
        return nameOnly || failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    /** Bad input and failures of the machine are checked exceptions, or one of these with a message of one line. */
    private static boolean isFault(Exception failure) {
        return failure instanceof RuntimeException
                && !(failure instanceof IllegalArgumentException
                        || failure instanceof IllegalStateException
                        || failure instanceof ConsoleException
                        || failure instanceof UncheckedIOException);
    }

    /** Prints the error and the command that prints help. The whole usage text would scroll the error off the screen. */
    private static int reportUsageError(CommandLine.ParameterException wrong) {
        CommandLine at = wrong.getCommandLine();
        PrintWriter err = at.getErr();
        err.println(wrong.getMessage());
        if (!CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err)) {
            if (at.getSubcommands().isEmpty()) {
                err.println("Try '" + at.getCommandSpec().qualifiedName() + " --help'.");
            } else {
                at.usage(err);
            }
        }
        return at.getCommandSpec().exitCodeOnInvalidInput();
    }
}
