package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.util.Map;

/** A release of Cassandra that fresh nodes are started from, one for each trial. */
public interface Cassandra {

    /** Where it comes from, as {@link Datastore} writes it. */
    String origin();

    /** The release, such as {@code 5.0.9}. */
    String version();

    /** Lines of its own cassandra.yaml, which hold where nobody sets another; data sets depend on them. */
    Map<String, Object> yaml();

    /** The version of the JVM that runs its nodes. */
    String java();

    /**
     * Writes the node's configuration and starts it; returns at once.
     *
     * @param ledger remembers what is started, so that the next run finds it if this one is killed
     */
    CassandraProcess start(NodeSpec spec, ProcessLedger ledger) throws IOException;
}
