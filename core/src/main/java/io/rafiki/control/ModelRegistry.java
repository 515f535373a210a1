package io.rafiki.control;

import io.rafiki.control.Problem.ModelRefused;
import io.rafiki.learning.Reliability;
import io.rafiki.model.BundleException;
import io.rafiki.reason.PlainText;
import io.rafiki.reason.ReasonText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Loads models, and describes the loaded one. */
final class ModelRegistry {

    private final ModelLoader source;
    private final Optional<Path> configured;

    /** @param configured the bundle in rafiki.yaml */
    ModelRegistry(ModelLoader source, Optional<Path> configured) {
        this.source = source;
        this.configured = configured;
    }

    /** Whether rafiki.yaml names a bundle. */
    boolean isConfigured() {
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

    /** A loaded model in one line. */
    static String summary(LoadedModel model) {
        String failure = model.engine()
                .failure()
                .map(reason -> ": " + ReasonText.of(reason))
                .orElse("");
        return PlainText.of("model " + model.file() + " loaded (engine "
                + model.engine().name() + failure + "), trained on "
                + model.envelope().workloadText() + " of "
                + model.provenance().environment()
                + (model.mismatches().isEmpty() ? "" : "; differs from this node: " + mismatches(model)));
    }

    /** What measured effects taught about a model, in one line. */
    static String learned(LoadedModel model) {
        Reliability measured = model.learned().reliability();
        return measured.effects() == 0
                ? "no measured roll-out tests the model"
                : String.format(
                        Locale.ROOT,
                        "measured roll-outs: %d; predicted gains were off by %.1f %% on average; the model is %s",
                        measured.effects(),
                        100 * Math.expm1(measured.meanError()),
                        measured.isTrusted() ? "trusted" : "not trusted");
    }

    /** Properties of a loaded model for the status. */
    static Map<String, String> facts(LoadedModel model) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("file", model.file().toString());
        facts.put("loadedAt", model.loadedAt().toString());
        facts.put("engine", model.engine().name());
        model.engine().failure().ifPresent(failure -> facts.put("engineFailure", ReasonText.of(failure)));
        facts.put("knobs", model.space().names());
        facts.put("workload", model.envelope().workloadText());
        facts.put("mismatches", mismatches(model));
        facts.put("learned", learned(model));
        facts.putAll(model.provenance().toMap());
        facts.replaceAll((name, text) -> PlainText.of(text));
        return Collections.unmodifiableMap(facts);
    }

    private static String mismatches(LoadedModel model) {
        return model.mismatches().stream().map(ReasonText::of).collect(Collectors.joining("; "));
    }
}
