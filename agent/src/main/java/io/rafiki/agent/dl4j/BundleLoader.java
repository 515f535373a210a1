package io.rafiki.agent.dl4j;

import io.rafiki.agent.dl4j.Dl4jFailure.Dl4jJarsMissing;
import io.rafiki.agent.dl4j.Dl4jFailure.Dl4jPredictionsDiffer;
import io.rafiki.agent.dl4j.Dl4jFailure.Dl4jUnusable;
import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * Creates a bundle's evaluator: from the weights that DL4J restores if that is enabled and its native libraries load, otherwise from the
 * bundle directly.
 *
 * <p>Native libraries are loaded with the first bundle, so a node without a model does not need them. Not thread-safe.
 */
public final class BundleLoader {

    /** Maximum relative difference between both evaluators. */
    private static final double AGREEMENT = 1e-9;

    private final Optional<Path> cache;
    private Optional<Function<byte[], double[]>> dl4j = Optional.empty();
    private Optional<Dl4jFailure> failure = Optional.empty();
    private boolean tried;

    /** @param cache folder for the unpacked native libraries, 400 MB, on a file system that permits execution; empty to disable DL4J */
    public BundleLoader(Optional<Path> cache) {
        this.cache = cache;
    }

    /**
     * A bundle's evaluator and how it came about.
     *
     * @param ensemble the evaluator
     * @param loader {@code dl4j} or {@code direct}
     * @param failure why DL4J was not used; empty if it was, or is disabled
     */
    public record Loaded(Ensemble ensemble, String loader, Optional<Dl4jFailure> failure) {}

    /** The evaluator. This cannot fail, because the bundle was validated when it was read. */
    public Loaded load(ModelBundle bundle) {
        if (!tried && cache.isPresent()) {
            tried = true;
            loadNatives(cache.get());
        }
        Ensemble direct = bundle.ensemble();
        if (dl4j.isEmpty()) {
            return new Loaded(direct, "direct", failure);
        }
        try {
            Ensemble restored = bundle.ensemble(dl4j.get());
            double apart = largestDifference(direct, restored);
            return apart <= AGREEMENT
                    ? new Loaded(restored, "dl4j", Optional.empty())
                    : new Loaded(direct, "direct", Optional.of(new Dl4jPredictionsDiffer(apart)));
        } catch (BundleException | LinkageError | OutOfMemoryError e) {
            return new Loaded(direct, "direct", Optional.of(failure(e)));
        }
    }

    private void loadNatives(Path folder) {
        try {
            NativeLoader.load(folder);
            dl4j = Optional.of(new Dl4jParameters());
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
            failure = Optional.of(failure(e));
        }
    }

    /** The greatest relative difference over workloads, at the default configuration. */
    static double largestDifference(Ensemble one, Ensemble other) {
        double[] codes = one.space().defaults().codes();
        double[] first = new double[1];
        double[] second = new double[1];
        double[] deviation = new double[1];
        double apart = 0;
        for (double readRatio = 0; readRatio <= 1; readRatio += 0.25) {
            one.predict(Workload.ofReadRatio(readRatio), codes, 1, first, deviation);
            other.predict(Workload.ofReadRatio(readRatio), codes, 1, second, deviation);
            apart = Math.max(apart, Math.abs(first[0] - second[0]) / Math.abs(first[0]));
        }
        return apart;
    }

    private static Dl4jFailure failure(Throwable e) {
        if (e instanceof NoClassDefFoundError) {
            return new Dl4jJarsMissing(e.getMessage());
        }
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new Dl4jUnusable(root.toString().lines().findFirst().orElse(""));
    }
}
