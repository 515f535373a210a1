package io.rafiki.agent;

import io.rafiki.surrogate.BundleException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds the last good model. */
final class ModelShelf {

    private static final Logger LOG = LoggerFactory.getLogger("io.rafiki");

    private final ModelSource source;
    private final Optional<Path> configured;
    private Model loaded;
    private String problem = "";

    /** @param configured the bundle in rafiki.yaml */
    ModelShelf(ModelSource source, Optional<Path> configured) {
        this.source = source;
        this.configured = configured;
    }

    /** Loads the configured bundle, if there is one; a bad one is a warning and a line in the status. */
    void loadConfigured() {
        if (configured.isPresent()) {
            try {
                load("");
            } catch (BundleException inTheLogAndTheStatus) {
                // load has said it
            }
        }
    }

    /**
     * Loads a bundle; a bad one leaves the present one in place.
     *
     * @param path empty for the one in use, or else the configured one
     * @return the file
     * @throws BundleException with one line that names file and cause
     */
    Path load(String path) throws BundleException {
        Path file = path.isEmpty()
                ? Optional.ofNullable(loaded)
                        .map(Model::file)
                        .or(() -> configured)
                        .orElseThrow(() -> new BundleException(
                                "model: expected a path, found none here and none in rafiki.yaml. Name a bundle."))
                : Path.of(path);
        try {
            loaded = source.load(file);
            problem = "";
        } catch (BundleException refused) {
            problem = refused.getMessage() + (loaded == null ? "" : "; the model of " + loaded.file() + " stays");
            LOG.warn("{}", problem);
            throw refused;
        }
        LOG.info(
                "model {} loaded ({}), trained on read ratios {}..{} of {}{}",
                file,
                loaded.loader(),
                loaded.envelope().minReadRatio(),
                loaded.envelope().maxReadRatio(),
                loaded.provenance().environment(),
                loaded.mismatches().isEmpty() ? "" : "; differs from this node: " + loaded.mismatches());
        return file;
    }

    Optional<Model> loaded() {
        return Optional.ofNullable(loaded);
    }

    /** What the loaded model was trained from; nothing if none is loaded. */
    String id() {
        return loaded().map(model -> model.provenance().trialsHash()).orElse("");
    }

    /** Why the last load failed; empty if it did not. */
    Optional<String> problem() {
        return problem.isEmpty() ? Optional.empty() : Optional.of(problem);
    }

    /** What the console shows; empty if none is loaded. */
    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        loaded().ifPresent(model -> {
            facts.put("file", model.file().toString());
            facts.put("loadedAt", model.loadedAt().toString());
            facts.put("loader", model.loader());
            facts.put("knobs", model.space().names());
            facts.put(
                    "readRatios",
                    String.format(
                            Locale.ROOT,
                            "%.2f..%.2f",
                            model.envelope().minReadRatio(),
                            model.envelope().maxReadRatio()));
            facts.put("mismatches", String.join("; ", model.mismatches()));
            facts.putAll(model.provenance().toMap());
        });
        return facts;
    }
}
