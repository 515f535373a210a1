package io.rafiki.benchmark.rivals;

import io.rafiki.trainer.optimizer.Optimizer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All tuners by name. */
public final class Tuners {

    /** The tuner that all others are compared with. */
    public static final String REFERENCE = "rafiki";

    private static final String LLAMATUNE = "llamatune";

    private final Map<String, Tuner> all = new LinkedHashMap<>();

    /**
     * How the tuners of others start.
     *
     * @param irace executable of irace
     * @param mlos Python with mlos-core
     * @param optuna Python with Optuna
     * @param dimensions of LlamaTune
     * @param usual its dimensions by default
     */
    public record Programs(String irace, String mlos, String optuna, int dimensions, int usual) {

        /** Results of LlamaTune with other dimensions have another name. */
        private String llamaTune() {
            return dimensions == usual ? LLAMATUNE : LLAMATUNE + "-" + dimensions;
        }
    }

    /**
     * @param plan file of the plan with the conditions
     * @param knobs file of another plan with the knobs; empty if {@code plan} has them
     * @param work folder for the files of other optimisers
     */
    public Tuners(Programs programs, Path plan, Optional<Path> knobs, Path work) {
        add(new RafikiTuner());
        add(new PaperTuner());
        add(new RandomTuner());
        add(new FixedTuner(BestPractices.BASELINE, Map.of()));
        add(new FixedTuner("leveled", Map.of("compaction", "Leveled")));
        ScriptedTuner.Inputs inputs = new ScriptedTuner.Inputs(plan, knobs, work);
        add(new ScriptedTuner("irace", Optimizer.irace, List.of(program(programs.irace())), List.of(), inputs));
        add(script("smac", Optimizer.mlos, programs.mlos(), List.of(), inputs));
        all.put(
                LLAMATUNE,
                script(
                        programs.llamaTune(),
                        Optimizer.mlos,
                        programs.mlos(),
                        List.of("--llamatune", Integer.toString(programs.dimensions())),
                        inputs));
        add(script("optuna", Optimizer.optuna, programs.optuna(), List.of(), inputs));
    }

    private static Tuner script(
            String name, Optimizer optimizer, String python, List<String> more, ScriptedTuner.Inputs inputs) {
        return new ScriptedTuner(name, optimizer, List.of(program(python), "tune.py"), more, inputs);
    }

    /** Optimisers start in folders of their own, so a relative path becomes absolute. */
    private static String program(String named) {
        return named.contains("/") ? Path.of(named).toAbsolutePath().toString() : named;
    }

    private void add(Tuner tuner) {
        all.put(tuner.name(), tuner);
    }

    /**
     * The tuners of these names, the reference among them.
     *
     * @throws IllegalArgumentException with one line, if one is unknown or the reference is missing
     */
    public List<Tuner> named(List<String> names) {
        if (!names.contains(REFERENCE)) {
            throw new IllegalArgumentException("expected " + REFERENCE + " among them, found " + names + ". Add it.");
        }
        return names.stream().map(this::named).toList();
    }

    private Tuner named(String name) {
        Tuner tuner = all.get(name);
        if (tuner == null) {
            throw new IllegalArgumentException("expected tuners of " + all.keySet() + ", found " + name + ".");
        }
        return tuner;
    }
}
