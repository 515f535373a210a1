package io.rafiki.control.executor;

import io.rafiki.control.machine.Effect;
import io.rafiki.control.machine.Event;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelLoader;
import io.rafiki.control.reason.Problem.ModelRefused;
import io.rafiki.model.BundleException;
import io.rafiki.reason.PlainText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Loads models. */
public final class ModelRegistry {

    private final ModelLoader source;
    private final Optional<Path> configured;

    /** @param configured the bundle in rafiki.yaml */
    public ModelRegistry(ModelLoader source, Optional<Path> configured) {
        this.source = source;
        this.configured = configured;
    }

    /** Whether rafiki.yaml names a bundle. */
    public boolean isConfigured() {
        return configured.isPresent();
    }

    /**
     * Loads a bundle.
     *
     * @param effect its path; empty for the bundle in use or, if there is none, the configured one
     * @param current the model in use
     */
    Event load(Effect.LoadModel effect, Optional<LoadedModel> current, Instant now) {
        try {
            Path file = effect.path().isEmpty()
                    ? current.map(LoadedModel::file)
                            .or(() -> configured)
                            .orElseThrow(() -> new BundleException(
                                    "model: expected a path, found none here and none in rafiki.yaml. Name a bundle."))
                    : Path.of(effect.path());
            return new Event.ModelLoaded(now, source.load(file), effect.by());
        } catch (BundleException e) {
            return refused(e.getMessage(), current, now);
        } catch (RuntimeException | LinkageError | OutOfMemoryError | StackOverflowError e) {
            // the tuner also starts with a model that no check foresees
            String message = name(effect, current) + ": expected a model bundle, found " + e;
            return refused(message + ". Train the model again, or name another bundle.", current, now);
        }
    }

    private static Event refused(String message, Optional<LoadedModel> current, Instant now) {
        return new Event.ModelNotLoaded(
                now,
                new ModelRefused(
                        PlainText.of(message), current.map(LoadedModel::file).map(Path::toString)));
    }

    private String name(Effect.LoadModel effect, Optional<LoadedModel> current) {
        return effect.path().isEmpty()
                ? current.map(LoadedModel::file)
                        .or(() -> configured)
                        .map(Path::toString)
                        .orElse("model")
                : effect.path();
    }
}
