package io.rafiki.trainer.cli;

import io.rafiki.trainer.cassandra.DataSetSpec;
import io.rafiki.trainer.trial.WorkloadFile;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The value of {@code --workload}: a property file of YCSB, or a read ratio.
 *
 * @param file content of the file; empty for a read ratio
 * @param workload features of the operations
 */
record WorkloadArgument(Optional<WorkloadFile> file, Workload workload) {

    /**
     * Reads the value.
     *
     * @param otherwise data for properties that a file leaves out
     * @throws ParameterException with one line, if it is neither, or a property is refused
     */
    static WorkloadArgument parse(CommandSpec spec, String text, DataSetSpec otherwise) throws IOException {
        try {
            Path path = Path.of(text);
            if (Files.isRegularFile(path)) {
                WorkloadFile file = WorkloadFile.read(path, otherwise);
                return new WorkloadArgument(Optional.of(file), file.workload());
            }
            return new WorkloadArgument(Optional.empty(), Workload.ofReadRatio(ratio(text)));
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), "--workload: " + refused.getMessage(), refused);
        }
    }

    private static double ratio(String text) {
        try {
            double ratio = Double.parseDouble(text);
            if (ratio >= 0 && ratio <= 1) {
                return ratio;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw new IllegalArgumentException("expected a file or a read ratio 0..1, found " + text + ".");
    }
}
