package io.rafiki.agent;

import io.rafiki.config.ConfigException;
import io.rafiki.decision.Cause;
import io.rafiki.decision.Mode;
import io.rafiki.knob.Machine;
import io.rafiki.node.NodeException;
import io.rafiki.simulation.Faults;
import io.rafiki.simulation.SimulatedNode;
import io.rafiki.simulation.Trace;
import io.rafiki.surrogate.BundleException;
import io.rafiki.surrogate.ModelBundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;

/**
 * Rehearses a trace: one line for each change that would have been made, the holds by their cause, and a last line with the counts.
 *
 * <p>Arguments: folder of the distribution, trace, model, rafiki.yaml or an empty text, seed, live bytes of the tables, faults a day.
 */
public final class SimulationMain {

    /** The faults have a seed of their own, so that they do not change what clients do. */
    private static final long FAULTS = 0x5eed;

    private SimulationMain() {}

    /** Exits 0 at the trace's end, 1 with one line if a file is unsound. */
    public static void main(String[] arguments) throws Exception {
        try {
            run(arguments);
        } catch (ConfigException | BundleException refused) {
            System.err.println("rafiki simulate: " + refused.getMessage());
            System.exit(1);
        }
    }

    private static void run(String[] arguments)
            throws ConfigException, BundleException, IOException, JMException, NodeException {
        Path home = Path.of(arguments[0]);
        Trace trace = Trace.read(Path.of(arguments[1]));
        ModelBundle bundle = ModelBundle.read(Path.of(arguments[2]));
        Machine machine = machine(bundle.provenance().environment());
        Settings settings = arguments[3].isEmpty()
                ? Settings.defaults(home, machine, Mode.AUTO)
                : Settings.read(Path.of(arguments[3]), home, machine);
        long seed = Long.parseLong(arguments[4]);
        Path folder = Files.createTempDirectory("rafiki-simulate");
        try {
            Instant start = trace.rows().get(0).start();
            Simulation simulation = new Simulation(
                    settings.rehearsing(Path.of(arguments[2]), folder.resolve("journal.jsonl")),
                    file -> model(file, bundle, start, settings),
                    new SimulatedNode(machine, Double.parseDouble(arguments[5]), seed),
                    new Faults(Double.parseDouble(arguments[6]), seed ^ FAULTS),
                    start,
                    System.out::println);
            Simulation.Outcome outcome = simulation.run(trace);
            System.out.println(holds(outcome.holds()));
            System.out.println(outcome);
        } finally {
            delete(folder);
        }
    }

    /** On a node of the kind that the model was trained on. */
    private static Model model(Path file, ModelBundle bundle, Instant now, Settings settings) {
        return new Model(
                file,
                now,
                bundle.ensemble(),
                bundle.envelope(),
                bundle.provenance(),
                "direct",
                List.of(),
                settings.limits().change().minChange());
    }

    private static Machine machine(Map<String, String> environment) {
        try {
            return new Machine(
                    Integer.parseInt(environment.getOrDefault("cores", "2")),
                    Long.parseLong(environment.getOrDefault("heapMiB", "1024")));
        } catch (NumberFormatException several) {
            return new Machine(2, 1024);
        }
    }

    private static String holds(Map<Cause, Long> holds) {
        return holds.isEmpty()
                ? "holds: none"
                : holds.entrySet().stream()
                        .sorted(Map.Entry.<Cause, Long>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                        .map(hold -> hold.getKey() + " " + hold.getValue())
                        .collect(Collectors.joining(", ", "holds: ", ""));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
