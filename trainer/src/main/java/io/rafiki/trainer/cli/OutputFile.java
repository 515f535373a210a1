package io.rafiki.trainer.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A file that a command writes at its end. */
final class OutputFile {

    private OutputFile() {}

    /**
     * Checks before the work of the command that the file can be written.
     *
     * @param option option that names the file
     * @throws ParameterException with one line if its folder is missing, or it is a folder itself
     */
    static void check(CommandSpec command, String option, Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
            throw new ParameterException(
                    command.commandLine(),
                    option + ": expected a file in an existing folder, found " + file
                            + ". Correct it, or create the folder.");
        }
    }
}
