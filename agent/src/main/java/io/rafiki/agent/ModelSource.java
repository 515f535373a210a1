package io.rafiki.agent;

import io.rafiki.surrogate.BundleException;
import java.nio.file.Path;

/** Loads bundles. */
@FunctionalInterface
interface ModelSource {

    /**
     * Loads one.
     *
     * @throws BundleException with one line that names file and cause, if the file is not a sound bundle
     */
    Model load(Path file) throws BundleException;
}
