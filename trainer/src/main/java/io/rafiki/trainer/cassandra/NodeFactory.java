package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.ProcessLedger;
import java.io.IOException;
import java.util.Map;

/** A Cassandra release that provides one fresh node per trial. */
public interface NodeFactory {

    /** The origin of this release, in the syntax of {@link Datastore}. */
    String origin();

    /** The release number, such as {@code 5.0.9}. */
    String version();

    /** The release's own cassandra.yaml values. They apply where no other value is set, and data sets depend on them. */
    Map<String, Object> yaml();

    /** The version of the JVM that runs its nodes. */
    String java();

    /**
     * Writes the node's configuration and starts the node. Returns at once.
     *
     * @param ledger records what is started, so that the next run can end it if this run is killed
     */
    CassandraProcess start(NodeSpec spec, ProcessLedger ledger) throws IOException;
}
