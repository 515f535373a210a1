package io.rafiki.trainer.datastore;

import java.util.ArrayList;
import java.util.List;

/** The arguments of a node's JVM that are the same wherever its jars are. */
final class NodeCommand {

    /** The class that a node's JVM runs. */
    static final String MAIN = "org.apache.cassandra.service.CassandraDaemon";

    private NodeCommand() {}

    /** @param flags of the release, before ours, so that ours count */
    static List<String> arguments(List<String> flags, NodeSpec spec, NodeFolder folder, FreePorts ports) {
        List<String> arguments = new ArrayList<>(flags);
        arguments.addAll(List.of(
                "-Xms" + spec.heapMiB() + "M",
                "-Xmx" + spec.heapMiB() + "M",
                "-Dcassandra.config=" + folder.conf().resolve("cassandra.yaml").toUri(),
                "-Dlogback.configurationFile="
                        + folder.conf().resolve("logback.xml").toUri(),
                "-Djava.io.tmpdir=" + folder.temporary(),
                "-Dcassandra.storagedir=" + folder.data(),
                "-Dcassandra.logdir=" + folder.root(),
                "-Dcassandra.jmx.local.port=" + ports.jmx(),
                "-Dcassandra-foreground=yes",
                "-Dcassandra.skip_wait_for_gossip_to_settle=0",
                "-Dcassandra.ring_delay_ms=1000",
                "-Dcassandra.superuser_setup_delay_ms=0"));
        arguments.addAll(spec.jvmArguments());
        return arguments;
    }
}
