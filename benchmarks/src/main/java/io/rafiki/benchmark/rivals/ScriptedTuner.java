package io.rafiki.benchmark.rivals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.knob.Configuration;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.optimizer.Optimizer;
import io.rafiki.trainer.optimizer.OptimizerFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Another optimiser, unpatched, in the folder that {@code rafiki export --to} writes. Only the command of the trial differs. If the budget
 * ends the optimiser before it prints its choice, the choice is the configuration with the highest mean.
 *
 * @param name one word
 * @param optimizer that reads the folder
 * @param command starts the optimiser
 * @param more further options
 * @param inputs plan and folder
 */
record ScriptedTuner(String name, Optimizer optimizer, List<String> command, List<String> more, Inputs inputs)
        implements Tuner {

    private static final JsonMapper JSON = new JsonMapper();

    /** As the README of each folder names them. */
    private static final Map<Optimizer, List<String>> PYTHON_MODULES =
            Map.of(Optimizer.mlos, List.of("mlos_core", "smac"), Optimizer.optuna, List.of("optuna", "scipy", "torch"));

    /** The scenario of the folder requires so many. */
    private static final int FEWEST_OF_IRACE = 30;

    /** From so many trials, irace's own number of iterations fits. */
    private static final int MANY_OF_IRACE = 180;

    /** A line with the number of a configuration and its parameters; irace prints the best one first. */
    private static final Pattern IRACE_BEST =
            Pattern.compile("Best configurations as commandlines[^\\n]*\\n\\s*\\d+\\s+(--[^\\n]+)");

    private static final Pattern PARAMETER = Pattern.compile("--([\\w.]+)=(\\S+)");

    /**
     * The inputs of an optimiser.
     *
     * @param plan file of the plan with the conditions
     * @param knobs file of another plan with the knobs; empty if {@code plan} has them
     * @param work folder for the files of its runs
     */
    record Inputs(Path plan, Optional<Path> knobs, Path work) {}

    ScriptedTuner {
        command = List.copyOf(command);
        more = List.copyOf(more);
    }

    @Override
    public Optional<String> missing() throws IOException, InterruptedException {
        String program = command.get(0);
        if (!isExecutable(program)) {
            return Optional.of(name + ": expected the program " + program + ", found none.");
        }
        for (String module : PYTHON_MODULES.getOrDefault(optimizer, List.of())) {
            if (!hasModule(program, module)) {
                return Optional.of(name + ": expected the module " + module + " of " + program + ", found none.");
            }
        }
        return Optional.empty();
    }

    private static boolean isExecutable(String program) {
        return program.contains("/")
                ? Files.isExecutable(Path.of(program))
                : Pattern.compile(File.pathSeparator)
                        .splitAsStream(System.getenv().getOrDefault("PATH", ""))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** Whether Python finds a module. It does not load it, which takes seconds. */
    private static boolean hasModule(String python, String module) throws IOException, InterruptedException {
        String search = "import importlib.util, sys; sys.exit(importlib.util.find_spec('" + module + "') is None)";
        return new ProcessBuilder(python, "-c", search)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    @Override
    public int fewestTrials() {
        return optimizer == Optimizer.irace ? FEWEST_OF_IRACE : 1;
    }

    @Override
    public Configuration tune(TunerTrials trials, long seed) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(inputs.work())
                .resolve(name + "-" + Thread.currentThread().getId());
        FileTrees.delete(folder);
        Path client = folder.resolve(TrialServer.CLIENT).toAbsolutePath();
        try (TrialServer server = TrialServer.start(trials)) {
            new OptimizerFolder(
                            optimizer,
                            trials.space(),
                            inputs.plan(),
                            inputs.knobs(),
                            trials.operations(),
                            Files.isRegularFile(Path.of(trials.operations())),
                            server.command(client),
                            trials.objective())
                    .write(folder);
            TrialServer.writeClient(client);
            Optional<String> printed = run(trials, seed, folder, server);
            return printed.isEmpty() ? trials.best() : choice(printed.get(), trials);
        }
    }

    /** The optimiser's output; empty if the budget ended it. */
    private Optional<String> run(TunerTrials trials, long seed, Path folder, TrialServer server)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(command);
        line.addAll(limits(trials));
        line.addAll(List.of("--seed", Long.toString(seed)));
        line.addAll(more);
        File out = folder.resolve("printed.txt").toFile();
        File errors = folder.resolve("errors.txt").toFile();
        Process process = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectOutput(out)
                .redirectError(errors)
                .start();
        int code;
        try {
            code = process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            throw e;
        }
        // the optimiser reports only that its trial failed
        server.rethrow();
        if (code != 0 && trials.left() == 0) {
            return Optional.empty();
        }
        if (code != 0) {
            List<String> lines = Files.readAllLines(errors.toPath());
            throw new IOException(name + ": expected exit code 0, found " + code + ": "
                    + (lines.isEmpty() ? "no message" : lines.get(lines.size() - 1)) + ". See " + folder + ".");
        }
        return Optional.of(Files.readString(out.toPath()));
    }

    /**
     * The options that limit trials or their machine time. irace takes one of both, and 0 for the other. Within a time, or with many
     * trials, it chooses its number of iterations itself; that of the scenario would end it early. A script takes the expected trials too,
     * because SMAC plans with them.
     */
    private List<String> limits(TunerTrials trials) {
        TunerBudget budget = trials.budget();
        String seconds = Long.toString(Math.round(budget.seconds()));
        if (optimizer == Optimizer.irace) {
            if (budget.isTime()) {
                return List.of("--max-experiments", "0", "--max-time", seconds, "--iterations", "0");
            }
            String trialsOnly = Integer.toString(budget.trials());
            return budget.trials() < MANY_OF_IRACE
                    ? List.of("--max-experiments", trialsOnly)
                    : List.of("--max-experiments", trialsOnly, "--iterations", "0");
        }
        List<String> expected = List.of("--budget", Integer.toString(budget.trials()));
        return budget.isTime()
                ? Stream.concat(expected.stream(), Stream.of("--machine-seconds", seconds))
                        .toList()
                : expected;
    }

    /** The choice that the optimiser prints. A script prints none if every trial failed. */
    private Configuration choice(String printed, TunerTrials trials) throws IOException {
        if (optimizer == Optimizer.irace) {
            return trials.space().configuration(ofIrace(printed));
        }
        String[] lines = printed.strip().split("\n", -1);
        JsonNode best = JSON.readTree(lines[lines.length - 1]).get("best");
        if (best == null) {
            throw new IOException(name + ": expected a last line with the best configuration, found "
                    + lines[lines.length - 1] + ".");
        }
        return best.isNull() ? trials.best() : trials.space().configuration(ofScript(best));
    }

    private static Map<String, Object> ofScript(JsonNode best) {
        Map<String, Object> values = new HashMap<>();
        best.properties()
                .forEach(value -> values.put(value.getKey(), value.getValue().asText()));
        return values;
    }

    private Map<String, Object> ofIrace(String printed) throws IOException {
        Matcher best = IRACE_BEST.matcher(printed);
        if (!best.find()) {
            throw new IOException(name + ": expected its best configurations at the end of its output, found none.");
        }
        Map<String, Object> values = new HashMap<>();
        Map<String, Object> special = new HashMap<>();
        Matcher parameter = PARAMETER.matcher(best.group(1));
        while (parameter.find()) {
            String value = parameter.group(2).replaceAll("['\"]", "");
            String knob = parameter.group(1).replaceFirst("\\.kind$", "");
            if (knob.equals(parameter.group(1))) {
                values.put(knob, value);
            } else if (!value.equals("number")) {
                special.put(knob, value);
            }
        }
        values.putAll(special);
        return values;
    }
}
