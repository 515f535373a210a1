package io.rafiki.trainer.optimizer;

/** Another optimiser. Lower case, as on the command line. */
public enum Optimizer {
    /** Iterated racing, which calls a target runner. */
    irace("target-runner"),
    /** SMAC of mlos-core, with LlamaTune as an option. */
    mlos("tune.py"),
    /** Optuna's Gaussian process. */
    optuna("tune.py");

    private final String script;

    Optimizer(String script) {
        this.script = script;
    }

    /** The script of its folder that users or the optimiser execute. */
    String script() {
        return script;
    }
}
