package io.rafiki.benchmark.rivals;

import io.rafiki.trainer.cassandra.Datastore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What results depend on, with a copy in the folder of the results.
 *
 * @param options lines that name the place of the trials
 * @param files whose content counts
 */
record StudyInputs(List<String> options, List<Path> files) {

    /** Name of the copy. */
    private static final String FILE = "inputs.txt";

    StudyInputs {
        options = List.copyOf(options);
        files = List.copyOf(files);
    }

    /** Inputs of trials on recorded data. */
    static StudyInputs of(List<Path> files) {
        return new StudyInputs(List.of(), files);
    }

    /** Inputs of trials on a datastore. */
    static StudyInputs on(Datastore datastore, List<Path> files) {
        String place = "--datastore " + datastore.absolute();
        return new StudyInputs(
                List.of(
                        datastore instanceof Datastore.Embedded embedded
                                ? place + " --cassandra " + embedded.version()
                                : place),
                files);
    }

    /**
     * Compares the inputs with the copy; writes it to a folder without results.
     *
     * @throws IOException with one line, if the results in the folder are not known to be those of the inputs
     */
    void require(Path folder) throws IOException {
        StringBuilder inputs = new StringBuilder();
        options.forEach(option -> inputs.append(option).append('\n'));
        for (Path file : files) {
            inputs.append(Files.readString(file));
        }
        Path copy = folder.resolve(FILE);
        if (!Files.exists(copy)) {
            if (hasFiles(folder)) {
                throw new IOException(copy + ": expected a copy of the inputs of these results, found none. Use another"
                        + " folder by --out.");
            }
            Files.createDirectories(folder);
            Files.writeString(copy, inputs);
        } else if (!Files.readString(copy).equals(inputs.toString())) {
            throw new IOException(
                    copy + ": expected the inputs of the first run, found changed ones. Use the same files and"
                            + " datastore again, or another folder by --out.");
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
