package io.rafiki.agent.cassandra;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * Waits until the node has joined the ring and serves clients.
 *
 * <p>No large library may be loaded earlier: Cassandra locks its memory (mlockall) during start-up, including everything mapped by then.
 */
public final class NodeReadiness {

    /** Time limit for the native transport after the node is NORMAL, because it can be disabled permanently. */
    private static final Duration TRANSPORT_PATIENCE = Duration.ofSeconds(30);

    private final MBeanServerConnection server;
    private final Duration pause;

    /** @param pause time between two checks; two checks per second do not slow the node */
    public NodeReadiness(MBeanServerConnection server, Duration pause) {
        this.server = server;
        this.pause = pause;
    }

    /**
     * Returns when the node is up. There is no time limit, because a bootstrap can last hours.
     *
     * @throws IOException if the connection is lost
     * @throws InterruptedException if the thread is interrupted
     */
    public void await() throws IOException, InterruptedException {
        long normalFor = 0;
        while (normalFor < TRANSPORT_PATIENCE.toNanos()) {
            if (isNormal()) {
                if (is("NativeTransportRunning")) {
                    return;
                }
                normalFor += pause.toNanos();
            }
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        }
    }

    private boolean isNormal() throws IOException {
        return is("Initialized") && "NORMAL".equals(attribute("OperationMode"));
    }

    private boolean is(String name) throws IOException {
        return Boolean.TRUE.equals(attribute(name));
    }

    /** The attribute's value, or null while the node does not report it. */
    private Object attribute(String name) throws IOException {
        try {
            return server.getAttribute(storageService(), name);
        } catch (JMException | RuntimeException notYet) {
            return null;
        }
    }

    private static ObjectName storageService() throws MalformedObjectNameException {
        return new ObjectName("org.apache.cassandra.db:type=StorageService");
    }
}
