package io.rafiki.trainer.trial;

import io.rafiki.node.CompilationShare;
import java.io.IOException;

/** The work that slows a new node down until it is done, such as JIT compilation. */
@FunctionalInterface
public interface NodeActivity extends AutoCloseable {

    /** Below this share the node is warm. */
    double DONE = CompilationShare.DONE;

    /** The share of the last seconds that it took. */
    double share() throws IOException;

    /** Releases what the readings need. */
    @Override
    default void close() throws IOException {
        // most readings need nothing
    }
}
