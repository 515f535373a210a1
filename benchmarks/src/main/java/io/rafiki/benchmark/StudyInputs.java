package io.rafiki.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files that results depend on, with a copy of their content in the folder of the results. */
record StudyInputs(List<Path> files) {

    /** Name of the copy. */
    private static final String FILE = "inputs.txt";

    StudyInputs {
        files = List.copyOf(files);
    }

    /**
     * Compares the files with the copy; writes it to a folder without results.
     *
     * @throws IOException with one line, if the results in the folder are not known to be those of the files
     */
    void require(Path folder) throws IOException {
        StringBuilder inputs = new StringBuilder();
        for (Path file : files) {
            inputs.append(Files.readString(file));
        }
        Path copy = folder.resolve(FILE);
        if (!Files.exists(copy)) {
            if (hasFiles(folder)) {
                throw new IOException(copy + ": expected a copy of the plan and the workload file of these results,"
                        + " found none. Use another folder by --out.");
            }
            Files.createDirectories(folder);
            Files.writeString(copy, inputs);
        } else if (!Files.readString(copy).equals(inputs.toString())) {
            throw new IOException(
                    copy + ": expected the plan and the workload file of the first run, found changed ones."
                            + " Use them again, or another folder by --out.");
        }
    }

    private static boolean hasFiles(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isPresent();
        }
    }
}
