package io.rafiki.trainer.cli;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The {@code rafiki} command: offline experiments and training, and the operator's verbs. */
@Command(
        name = "rafiki",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Keeps a Cassandra node configured for the workload that it has now.",
        subcommands = {
            DemoCommand.class,
            StatusCommand.class,
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
            TrainCommand.class,
            ValidateCommand.class,
            RecommendCommand.class,
            SimulateCommand.class,
            TraceCommand.class,
            ReplayCommand.class,
            KnobsCommand.class,
            CollectCommand.class,
            ScreenCommand.class,
            VerifyCommand.class,
            ReportCommand.class,
            CommandLine.HelpCommand.class
        })
public final class Rafiki {

    private Rafiki() {}

    /** Runs one command; exits 0 when it did what was asked, 1 when it failed, 2 when the command line was wrong. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine rafiki = commandLine(new Rafiki());
        rafiki.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
        rafiki.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandGroups());
        return rafiki;
    }

    /** A command line that reports errors as this one does: one line for bad input, the stack trace for an internal error. */
    public static CommandLine commandLine(Object command) {
        return new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, arguments) -> reportUsageError(wrong))
                .setExecutionExceptionHandler(
                        (failure, commandLine, parsed) -> reportFailure(failure, commandLine.getErr()));
    }

    /** One line on what went wrong, and where, if it is no input and no machine that is to blame. */
    private static int reportFailure(Exception failure, PrintWriter err) {
        err.println("rafiki: " + line(failure));
        if (isFault(failure)) {
            err.println(
                    "This is a fault of Rafiki's own; nothing that was measured is lost. A report of it needs these lines:");
            failure.printStackTrace(err);
        }
        return 1;
    }

    /** Of some failures of files the message is the file's name alone. */
    private static String line(Exception failure) {
        if (failure instanceof NoSuchFileException missing) {
            return missing.getFile() + ": expected a file or folder, found nothing there.";
        }
        if (failure instanceof AccessDeniedException denied) {
            return denied.getFile() + ": expected to be permitted to use it, found that this user is not.";
        }
        boolean nameOnly = failure instanceof FileSystemException other && other.getReason() == null;
        return nameOnly || failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    /** What is refused and what a machine fails at are checked exceptions, or one of these with a line of their own. */
    private static boolean isFault(Exception failure) {
        return failure instanceof RuntimeException
                && !(failure instanceof IllegalArgumentException
                        || failure instanceof IllegalStateException
                        || failure instanceof UncheckedIOException);
    }

    /** One line on what is wrong and one on where to read on; the whole usage would push the fault off the screen. */
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
