package io.rafiki.trainer.optimizer;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.trial.TunerObjective;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder with which another optimiser runs {@code rafiki trial}.
 *
 * <p>It contains the plan, the parameter space as {@code space.json}, {@code trial.py}, which measures one configuration, the
 * optimiser's own files, and a README.
 *
 * @param optimizer that reads the folder
 * @param space tuned knobs
 * @param plan file of the plan with the conditions
 * @param knobs file of another plan with the knobs; empty if {@code plan} has them
 * @param workload read ratio, or a property file of YCSB
 * @param isFile whether the workload is a file
 * @param trial the command {@code rafiki trial} and its first options
 * @param objective what the optimiser looks for
 */
public record OptimizerFolder(
        Optimizer optimizer,
        KnobSpace space,
        Path plan,
        Optional<Path> knobs,
        String workload,
        boolean isFile,
        List<String> trial,
        TunerObjective objective) {

    private static final String PLAN = "plan.yaml";
    private static final String WORKLOAD = "workload.properties";
    private static final String KNOBS = "knobs";

    public OptimizerFolder {
        trial = List.copyOf(trial);
    }

    /**
     * Writes the folder.
     *
     * @param out a new or empty folder
     * @throws IOException with one line, if the folder has files
     */
    public void write(Path out) throws IOException {
        Files.createDirectories(out);
        try (Stream<Path> files = Files.list(out)) {
            if (files.findAny().isPresent()) {
                throw new IOException(out + ": expected a new or empty folder, found files. Use another --out.");
            }
        }
        writePlan(out.resolve(PLAN));
        String operations = isFile ? WORKLOAD : workload;
        if (isFile) {
            Files.copy(Path.of(workload), out.resolve(WORKLOAD));
        }
        List<Parameter> parameters = Parameter.of(space);
        List<Limit> limits = Limit.of(space);
        new JsonMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValue(out.resolve("space.json").toFile(), description(operations, parameters, limits));
        copy("trial.py", out.resolve("trial.py"));
        copy(optimizer + "/README.md", out.resolve("README.md"));
        Path script = out.resolve(optimizer.script());
        copy(optimizer + "/" + optimizer.script(), script);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        if (optimizer == Optimizer.irace) {
            copy("irace/scenario.txt", out.resolve("scenario.txt"));
            writeIraceFiles(out, new IraceFiles(parameters), limits);
            Files.writeString(out.resolve("instances.txt"), operations + "\n");
        }
    }

    private static void writeIraceFiles(Path out, IraceFiles irace, List<Limit> limits) throws IOException {
        Files.writeString(out.resolve("parameters.txt"), irace.parameters());
        Files.writeString(out.resolve("default.txt"), irace.defaults());
        if (!limits.isEmpty()) {
            Files.writeString(out.resolve("forbidden.txt"), irace.forbidden(limits));
            Files.writeString(
                    out.resolve("scenario.txt"), "forbiddenFile = \"./forbidden.txt\"\n", StandardOpenOption.APPEND);
        }
    }

    /** The conditions of one plan with the knobs of the other. */
    private void writePlan(Path file) throws IOException {
        if (knobs.isEmpty()) {
            Files.copy(plan, file);
            return;
        }
        YAMLMapper yaml = new YAMLMapper();
        ObjectNode merged = (ObjectNode) yaml.readTree(plan.toFile());
        merged.set(KNOBS, yaml.readTree(knobs.get().toFile()).get(KNOBS));
        yaml.writeValue(file.toFile(), merged);
    }

    private Map<String, Object> description(String operations, List<Parameter> parameters, List<Limit> limits) {
        List<String> command = new ArrayList<>(trial);
        command.addAll(List.of("--plan", PLAN, "--out", "trials"));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("command", command);
        all.put("workload", operations);
        all.put("objective", objective.objective().name());
        objective.maxP99().ifPresent(most -> all.put("maxP99", most));
        all.put("parameters", parameters);
        all.put("constraints", limits);
        return all;
    }

    private static void copy(String resource, Path file) throws IOException {
        try (InputStream content = OptimizerFolder.class.getResourceAsStream(resource)) {
            if (content == null) {
                throw new IOException(resource + ": expected on the class path, found nothing");
            }
            Files.copy(content, file);
        }
    }
}
