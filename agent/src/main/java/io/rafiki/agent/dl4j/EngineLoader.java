package io.rafiki.agent.dl4j;

import io.rafiki.agent.dl4j.Dl4jFailure.Dl4jJarsMissing;
import io.rafiki.agent.dl4j.Dl4jFailure.Dl4jUnusable;
import io.rafiki.control.proposal.ModelEngine;
import io.rafiki.model.ModelBundle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Creates a bundle's engine: DL4J, unless the operator disabled it or its native libraries cannot load.
 *
 * <p>Native libraries are loaded with the first bundle, so a node without a model does not need them. Not thread-safe.
 */
public final class EngineLoader {

    private final Optional<Path> cache;
    private Optional<Dl4jFailure> failure = Optional.empty();
    private boolean tried;

    /** @param cache folder for the unpacked native libraries, 400 MB, on a file system that permits execution; empty to disable DL4J */
    public EngineLoader(Optional<Path> cache) {
        this.cache = cache;
    }

    /** The engine. This cannot fail, because the bundle was validated when it was read. */
    public ModelEngine load(ModelBundle bundle) {
        if (cache.isEmpty()) {
            return ModelEngine.COMPILED;
        }
        if (!tried) {
            tried = true;
            loadNatives(cache.get());
        }
        if (failure.isPresent()) {
            return ModelEngine.withoutDl4j(failure.get());
        }
        try {
            return ModelEngine.dl4j(Dl4jEvaluator.restore(bundle));
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
            return ModelEngine.withoutDl4j(failure(e));
        }
    }

    private void loadNatives(Path folder) {
        try {
            NativeLoader.load(folder);
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
            failure = Optional.of(failure(e));
        }
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
