package io.rafiki.agent;

import io.rafiki.agent.dl4j.BundleLoader;
import io.rafiki.control.ControlLog;
import io.rafiki.control.LoadedModel;
import io.rafiki.control.ModelLoader;
import io.rafiki.control.ProvenanceCheck;
import io.rafiki.control.Settings;
import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.reason.ReasonText;
import java.nio.file.Path;
import java.time.Clock;

/** Loads bundles with DL4J if the settings ask for it and its native libraries load; otherwise reads the same zips directly. */
final class BundleSource implements ModelLoader {

    private final Settings settings;
    private final ProvenanceCheck here;
    private final Clock clock;
    private final ControlLog log;
    private final BundleLoader loader;

    /** @param here provenance that this node requires of a bundle */
    BundleSource(Settings settings, ProvenanceCheck here, Clock clock, ControlLog log) {
        this.settings = settings;
        this.here = here;
        this.clock = clock;
        this.log = log;
        this.loader = new BundleLoader(settings.nativeCache());
    }

    @Override
    public LoadedModel load(Path file) throws BundleException {
        ModelBundle bundle = ModelBundle.read(file, settings.catalogue());
        BundleLoader.Loaded loaded = loader.load(bundle);
        loaded.failure().ifPresent(failure -> log.info("The model is read without DL4J: " + ReasonText.of(failure)));
        return new LoadedModel(
                file,
                clock.instant(),
                loaded.ensemble(),
                bundle.envelope(),
                bundle.provenance(),
                loaded.loader(),
                here.mismatches(bundle.provenance()),
                settings.limits().change().minChange());
    }
}
