package io.rafiki.trainer.trial;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** A node under load, as load generator and protocols see it. Each kind of datastore has its own. */
public interface LoadTarget {

    /** The reason why clients can no longer use the node, in one line; empty while they can. */
    Optional<String> end();

    /** YCSB's properties for this node: the binding and its own properties. */
    Map<String, String> properties() throws IOException;

    /** The work that slows a new node down, owned by the caller. */
    NodeActivity activity() throws IOException;

    /** The node's compactions, owned by the caller; none on a datastore without them. */
    default CompactionSource compactions() throws IOException {
        return CompactionSource.NONE;
    }
}
