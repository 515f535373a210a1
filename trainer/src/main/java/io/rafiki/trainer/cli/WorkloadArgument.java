package io.rafiki.trainer.cli;

import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.trial.WorkloadDrivers;
import io.rafiki.trainer.trial.WorkloadFile;
import io.rafiki.trainer.ycsb.DataSetSpec;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The value of {@code --workload}: a property file of YCSB, a read ratio, or features as {@code read_ratio=0.5,scan_share=0.1}.
 *
 * @param file content of the file; empty without one
 * @param workload features of the operations
 */
public record WorkloadArgument(Optional<WorkloadFile> file, Workload workload) {

    /**
     * Reads the value.
     *
     * @param otherwise data for properties that a file leaves out
     * @throws ParameterException with one line, if it is none of these, or a property is refused
     */
    private static WorkloadArgument parse(CommandSpec spec, String text, DataSetSpec otherwise) throws IOException {
        try {
            Path path = Path.of(text);
            if (Files.isRegularFile(path)) {
                WorkloadFile file = WorkloadFile.read(path, otherwise);
                return new WorkloadArgument(Optional.of(file), file.workload());
            }
            return new WorkloadArgument(
                    Optional.empty(), text.contains("=") ? features(text) : Workload.ofReadRatio(ratio(text)));
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), "--workload: " + refused.getMessage(), refused);
        }
    }

    /**
     * Reads the value under the conditions of a plan.
     *
     * @param plan its name
     * @throws ParameterException as above, or if the plan states other operations
     */
    public static WorkloadArgument parse(CommandSpec spec, String text, TrialConditions conditions, String plan)
            throws IOException {
        WorkloadArgument argument = parse(spec, text, conditions.data());
        if (argument.file.isEmpty() && !conditions.permits(argument.workload)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--workload: expected "
                            + conditions.statedOperations().orElseThrow().pairs() + ", as the client.properties of "
                            + plan + " state, found " + argument.workload.pairs()
                            + ". Correct it, or use another plan.");
        }
        return argument;
    }

    private static Workload features(String text) {
        Map<String, WorkloadFeature> known =
                WorkloadDrivers.features().stream().collect(Collectors.toMap(WorkloadFeature::key, feature -> feature));
        Workload workload = Workload.NONE;
        for (String pair : text.split(",", -1)) {
            String[] parts = pair.split("=", -1);
            WorkloadFeature feature = known.get(parts[0].strip());
            if (feature == null || parts.length != 2) {
                throw new IllegalArgumentException(
                        "expected KEY=VALUE with a key of " + new TreeSet<>(known.keySet()) + ", found " + pair + ".");
            }
            workload = workload.with(feature, number(parts[1].strip(), feature));
        }
        if (Double.isNaN(workload.readRatio())) {
            throw new IllegalArgumentException(
                    "expected " + WorkloadFeature.READ_RATIO.key() + ", found " + text + ".");
        }
        return workload;
    }

    private static double number(String text, WorkloadFeature feature) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a number as " + feature.label() + ", found " + text + ".", e);
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
