package io.rafiki.agent;

import io.rafiki.agent.dl4j.EngineLoader;
import io.rafiki.control.Settings;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelLoader;
import io.rafiki.control.proposal.ProvenanceCheck;
import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import java.nio.file.Path;
import java.time.Clock;

/** Loads bundles. The zips are read directly. DL4J restores them too, unless the settings disable it or its libraries cannot load. */
final class BundleSource implements ModelLoader {

    private final Settings settings;
    private final ProvenanceCheck here;
    private final Clock clock;
    private final EngineLoader engines;

    /** @param here provenance that this node requires of a bundle */
    BundleSource(Settings settings, ProvenanceCheck here, Clock clock) {
        this.settings = settings;
        this.here = here;
        this.clock = clock;
        this.engines = new EngineLoader(settings.nativeCache());
    }

    @Override
    public LoadedModel load(Path file) throws BundleException {
        ModelBundle bundle = ModelBundle.read(file, settings.catalogue());
        return new LoadedModel(
                file,
                clock.instant(),
                bundle.ensemble(),
                bundle.envelope(),
                bundle.provenance(),
                engines.load(bundle),
                here.mismatches(bundle.provenance()),
                settings.limits().change().minChange());
    }
}
