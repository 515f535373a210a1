package io.rafiki.agent;

import io.rafiki.agent.cassandra.Readiness;
import io.rafiki.agent.cassandra.StorageKnobs;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import javax.management.MBeanServer;

/** The tuner's life in a node, on the one thread that the boot classes started. */
public final class AgentMain {

    private AgentMain() {}

    /**
     * Returns when the tuner has ended.
     *
     * @param home folder of the distribution
     * @param settings rafiki.yaml, or null
     */
    public static void run(Path home, Path settings) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        new Readiness(server, Duration.ofMillis(500)).await();
        StorageKnobs.register(server);
    }
}
