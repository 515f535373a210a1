package io.rafiki.control;

import io.rafiki.control.Problem.ModelRefused;
import io.rafiki.model.BundleException;
import io.rafiki.reason.PlainText;
import io.rafiki.reason.ReasonText;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Holds the last valid model. */
final class ModelRegistry {

    private final ModelLoader source;
    private final Optional<Path> configured;
    private final ControlLog log;
    private LoadedModel loaded;
    private Map<String, String> facts = Map.of();
    private Optional<ModelRefused> problem = Optional.empty();

    /** @param configured the bundle in rafiki.yaml */
    ModelRegistry(ModelLoader source, Optional<Path> configured, ControlLog log) {
        this.source = source;
        this.configured = configured;
        this.log = log;
    }

    /** Loads the configured bundle, if there is one. An invalid one is a warning and a problem in the status. */
    void loadConfigured() {
        if (configured.isPresent()) {
            try {
                load("");
            } catch (BundleException e) {
                // log and status show the problem
            }
        }
    }

    /**
     * Loads a bundle. If it is invalid, the present one stays.
     *
     * @param path of the bundle; empty for the bundle in use or, if there is none, the configured one
     * @return the file
     * @throws BundleException with one line that names file and cause
     */
    Path load(String path) throws BundleException {
        Path file = path.isEmpty()
                ? Optional.ofNullable(loaded)
                        .map(LoadedModel::file)
                        .or(() -> configured)
                        .orElseThrow(() -> new BundleException(
                                "model: expected a path, found none here and none in rafiki.yaml. Name a bundle."))
                : Path.of(path);
        try {
            loaded = source.load(file);
            facts = facts(loaded);
            problem = Optional.empty();
        } catch (BundleException e) {
            ModelRefused refused = new ModelRefused(
                    e.getMessage(), loaded().map(model -> model.file().toString()));
            problem = Optional.of(refused);
            log.warn(ReasonText.of(refused));
            throw e;
        }
        log.info(PlainText.of(
                "model " + file + " loaded (engine " + loaded.engine().name()
                        + loaded.engine()
                                .failure()
                                .map(failure -> ": " + ReasonText.of(failure))
                                .orElse("")
                        + "), trained on " + loaded.envelope().workloadText() + " of "
                        + loaded.provenance().environment()
                        + (loaded.mismatches().isEmpty() ? "" : "; differs from this node: " + mismatches(loaded))));
        return file;
    }

    Optional<LoadedModel> loaded() {
        return Optional.ofNullable(loaded);
    }

    /** Hash of the trials of the loaded model; empty if none is loaded. */
    String id() {
        return loaded().map(model -> model.provenance().trialsHash()).orElse("");
    }

    /** Why the last load failed; empty if it did not. */
    Optional<ModelRefused> problem() {
        return problem;
    }

    private static String mismatches(LoadedModel model) {
        return model.mismatches().stream().map(ReasonText::of).collect(Collectors.joining("; "));
    }

    /** Properties of the loaded model for the status; empty if none is loaded. */
    Map<String, String> facts() {
        return facts;
    }

    private static Map<String, String> facts(LoadedModel model) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("file", model.file().toString());
        facts.put("loadedAt", model.loadedAt().toString());
        facts.put("engine", model.engine().name());
        model.engine().failure().ifPresent(failure -> facts.put("engineFailure", ReasonText.of(failure)));
        facts.put("knobs", model.space().names());
        facts.put("workload", model.envelope().workloadText());
        facts.put("mismatches", mismatches(model));
        facts.putAll(model.provenance().toMap());
        facts.replaceAll((name, text) -> PlainText.of(text));
        return Collections.unmodifiableMap(facts);
    }
}
