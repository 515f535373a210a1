package io.rafiki.benchmark.rivals;

import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.cli.OptionRange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that select tuners, and state how those of others start. */
final class TunerOptions {

    /** Dimensions of LlamaTune on the seven live knobs, and on twenty. */
    private static final int FEW_DIMENSIONS = 4;

    private static final int MANY_DIMENSIONS = 10;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--tuners",
            split = ",",
            paramLabel = "NAME",
            defaultValue = "rafiki,paper,random,leveled,baseline",
            description = "Of rafiki, paper, random, baseline, leveled, irace, smac, llamatune and optuna."
                    + " Default: ${DEFAULT-VALUE}.")
    private List<String> names;

    @Option(
            names = "--space",
            defaultValue = "live",
            paramLabel = "SPACE",
            description = "Knobs: ${COMPLETION-CANDIDATES}, seven or twenty. Default: ${DEFAULT-VALUE}.")
    private Space space;

    @Option(names = "--irace", defaultValue = "irace", paramLabel = "FILE", description = "The executable of irace.")
    private String irace;

    @Option(
            names = "--mlos-python",
            defaultValue = "python3",
            paramLabel = "FILE",
            description = "Python with mlos-core, for smac and llamatune. Default: ${DEFAULT-VALUE}.")
    private String mlos;

    @Option(
            names = "--optuna-python",
            defaultValue = "python3",
            paramLabel = "FILE",
            description = "Python with Optuna. Default: ${DEFAULT-VALUE}.")
    private String optuna;

    @Option(
            names = "--dimensions",
            paramLabel = "D",
            description = "Dimensions of LlamaTune. Default: " + FEW_DIMENSIONS + ", in the wide space "
                    + MANY_DIMENSIONS + ".")
    private Optional<Integer> dimensions = Optional.empty();

    /** The tuned knobs. Lower case, as on the command line. */
    enum Space {
        /** The seven live knobs. */
        live,
        /** The twenty knobs of the screening. */
        wide
    }

    Space space() {
        return space;
    }

    /**
     * The selected tuners.
     *
     * @param plan file of the plan with the conditions
     * @param knobs file of another plan with the knobs; empty if {@code plan} has them
     * @param out absolute folder of the command
     * @throws ParameterException with one line, if one is unknown or Rafiki is missing
     */
    List<Tuner> tuners(Path plan, Optional<Path> knobs, Path out) {
        dimensions.ifPresent(all -> OptionRange.requireAtLeast(spec, "--dimensions", 1, all));
        int usual = space == Space.wide ? MANY_DIMENSIONS : FEW_DIMENSIONS;
        Tuners.Programs programs = new Tuners.Programs(irace, mlos, optuna, dimensions.orElse(usual), usual);
        try {
            return new Tuners(programs, plan, knobs, out.resolve("work")).named(names);
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), "--tuners: " + refused.getMessage(), refused);
        }
    }

    /** @throws ParameterException with one line, if a tuner needs a program that this machine does not have */
    void requirePrograms(List<Tuner> tuners) throws IOException, InterruptedException {
        for (Tuner tuner : tuners) {
            Optional<String> missing = tuner.missing();
            if (missing.isPresent()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--tuners: " + missing.get() + " Install it, name it by its option, or leave the tuner out.");
            }
        }
    }

    /** @throws ParameterException with one line, if a tuner needs a value that the knobs do not have */
    void requireKnobs(List<Tuner> tuners, KnobSpace knobs) {
        for (Tuner tuner : tuners) {
            Optional<String> lacking = tuner.lacking(knobs);
            if (lacking.isPresent()) {
                throw new ParameterException(
                        spec.commandLine(), "--tuners: " + lacking.get() + " Leave the tuner out.");
            }
        }
    }
}
