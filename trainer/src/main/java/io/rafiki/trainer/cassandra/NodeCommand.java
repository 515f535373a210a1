package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.FreePorts;
import java.util.ArrayList;
import java.util.List;

/** The JVM arguments of a node that do not depend on the location of its jars. */
final class NodeCommand {

    /** The main class of a node. */
    static final String MAIN = "org.apache.cassandra.service.CassandraDaemon";

    private NodeCommand() {}

    /** @param flags flags of the release, placed first so that later flags override them */
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
