package io.rafiki.benchmark.rivals;

import io.rafiki.trainer.optimizer.Optimizer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All tuners by name. */
public final class Tuners {

    /** The tuner that all others are compared with. */
    public static final String REFERENCE = "rafiki";

    private final Map<String, Tuner> all = new LinkedHashMap<>();

    /**
     * @param irace executable of irace
     * @param mlos Python with mlos-core
     * @param optuna Python with Optuna
     * @param dimensions of LlamaTune
     * @param plan file of the plan with the knobs
     * @param work folder for the files of other optimisers
     */
    public Tuners(String irace, String mlos, String optuna, int dimensions, Path plan, Path work) {
        add(new RafikiTuner());
        add(new PaperTuner());
        add(new RandomTuner());
        add(new FixedTuner("baseline", Map.of()));
        add(new FixedTuner("leveled", Map.of("compaction", "Leveled")));
        add(new ScriptedTuner(
                "irace", Optimizer.irace, List.of(program(irace)), "--max-experiments", List.of(), plan, work));
        add(script("smac", Optimizer.mlos, mlos, List.of(), plan, work));
        add(script(
                "llamatune", Optimizer.mlos, mlos, List.of("--llamatune", Integer.toString(dimensions)), plan, work));
        add(script("optuna", Optimizer.optuna, optuna, List.of(), plan, work));
    }

    private static Tuner script(
            String name, Optimizer optimizer, String python, List<String> more, Path plan, Path work) {
        return new ScriptedTuner(name, optimizer, List.of(program(python), "tune.py"), "--budget", more, plan, work);
    }

    /** Optimisers start in folders of their own, so a relative path becomes absolute. */
    private static String program(String named) {
        return named.contains("/") ? Path.of(named).toAbsolutePath().toString() : named;
    }

    private void add(Tuner tuner) {
        all.put(tuner.name(), tuner);
    }

    /**
     * The tuner of that name.
     *
     * @throws IllegalArgumentException with one line, if there is none
     */
    public Tuner named(String name) {
        Tuner tuner = all.get(name);
        if (tuner == null) {
            throw new IllegalArgumentException("expected tuners of " + all.keySet() + ", found " + name + ".");
        }
        return tuner;
    }
}
