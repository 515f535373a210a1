package io.rafiki.control.proposal;

import io.rafiki.model.BundleException;
import java.nio.file.Path;

/** Loads bundles. */
@FunctionalInterface
public interface ModelLoader {

    /**
     * Loads a bundle.
     *
     * @throws BundleException with one line that names file and cause, if the file is not a valid bundle
     */
    LoadedModel load(Path file) throws BundleException;
}
