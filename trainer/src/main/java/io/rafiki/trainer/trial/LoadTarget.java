package io.rafiki.trainer.trial;

import io.rafiki.trainer.host.DatastoreException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A node under load, as load generator and protocols see it. Each kind of datastore has its own. */
public interface LoadTarget {

    /** The reason why clients can no longer use the node, in one line; empty while they can. */
    Optional<String> end();

    /** YCSB's properties for this node: the binding and its own properties. */
    Map<String, String> properties() throws IOException;

    /** The work that slows a new node down, owned by the caller. */
    NodeActivity activity() throws IOException;

    /**
     * A recorder of the compaction debt, owned by the caller.
     *
     * @param pid process id of the node; empty if it can run on another machine
     * @param clientProcessors number of processors of the client
     * @throws DatastoreException with one line, if the node has no compactions
     */
    default DebtRecorder debt(OptionalLong pid, int clientProcessors) throws IOException {
        throw new DatastoreException("protocol: expected short on a datastore without compactions, found sustained."
                + " Use another plan.");
    }
}
