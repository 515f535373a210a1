package io.rafiki.agent.dl4j;

import io.rafiki.surrogate.BundleException;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.ModelBundle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes a bundle's evaluator: from the weights as DL4J restores them where that was asked for and its natives load, else as the bundle
 * reads them itself.
 *
 * <p>Natives are loaded with the first bundle, not before: a node without a model does not pay for them. One thread at a time.
 */
public final class BundleLoader {

    /** How far the two ways may lie apart, relative to the prediction. */
    private static final double AGREEMENT = 1e-9;

    private final Optional<Path> cache;
    private Optional<Function<byte[], double[]>> dl4j = Optional.empty();
    private String refusal = "";
    private boolean tried;

    /** @param cache folder that the native libraries are unpacked into, 400 MB; it must allow execution; empty to leave DL4J alone */
    public BundleLoader(Optional<Path> cache) {
        this.cache = cache;
    }

    /**
     * A bundle's evaluator and how it came about.
     *
     * @param ensemble the evaluator
     * @param loader {@code dl4j} or {@code direct}
     * @param reason why DL4J did not serve; empty if it did, or was not asked to
     */
    public record Loaded(Ensemble ensemble, String loader, String reason) {}

    /** The evaluator; it does not fail, for the bundle has been read already. */
    public Loaded load(ModelBundle bundle) {
        if (!tried && cache.isPresent()) {
            tried = true;
            loadNatives(cache.get());
        }
        Ensemble direct = bundle.ensemble();
        if (dl4j.isEmpty()) {
            return new Loaded(direct, "direct", refusal);
        }
        try {
            Ensemble restored = bundle.ensemble(dl4j.get());
            double apart = apart(direct, restored);
            return apart <= AGREEMENT
                    ? new Loaded(restored, "dl4j", "")
                    : new Loaded(direct, "direct", "DL4J's weights predict otherwise, by " + apart);
        } catch (BundleException | LinkageError | OutOfMemoryError failure) {
            return new Loaded(direct, "direct", oneLine(failure));
        }
    }

    private void loadNatives(Path folder) {
        try {
            Natives.load(folder);
            dl4j = Optional.of(new Dl4jParameters());
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError failure) {
            refusal = oneLine(failure);
        }
    }

    /** The greatest relative difference over read ratios, at the default configuration. */
    static double apart(Ensemble one, Ensemble other) {
        double[] codes = one.space().defaults().codes();
        double[] first = new double[1];
        double[] second = new double[1];
        double[] deviation = new double[1];
        double apart = 0;
        for (double readRatio = 0; readRatio <= 1; readRatio += 0.25) {
            one.predict(readRatio, codes, 1, first, deviation);
            other.predict(readRatio, codes, 1, second, deviation);
            apart = Math.max(apart, Math.abs(first[0] - second[0]) / Math.abs(first[0]));
        }
        return apart;
    }

    private static String oneLine(Throwable failure) {
        if (failure instanceof NoClassDefFoundError) {
            return "DL4J's jars are not in lib/dl4j (" + failure.getMessage() + ")";
        }
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.toString().lines().findFirst().orElse("");
    }
}
