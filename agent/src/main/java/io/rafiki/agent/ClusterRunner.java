package io.rafiki.agent;

import io.rafiki.agent.cassandra.CqlTables;
import io.rafiki.agent.cassandra.Ring;
import io.rafiki.cluster.ClusterException;
import io.rafiki.cluster.ClusterNode;
import io.rafiki.cluster.ClusterOperator;
import io.rafiki.cluster.ClusterTables;
import io.rafiki.cluster.Lease;
import io.rafiki.cluster.Member;
import io.rafiki.cluster.PeerWindow;
import io.rafiki.control.ControlLoop;
import io.rafiki.control.Settings;
import io.rafiki.node.CompilationShare;
import io.rafiki.node.JvmWarmUp;
import io.rafiki.node.NodeException;
import io.rafiki.node.PeerSensor;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes part in the cluster on a thread of its own, because reads and writes of tables wait for other nodes. An error never affects the node
 * or its tuner.
 */
final class ClusterRunner implements Runnable, ClusterNode.Surroundings {

    private static final Logger LOG = LoggerFactory.getLogger("io.rafiki");
    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(10);
    private static final Duration LONGEST_LEASE = Duration.ofSeconds(90);
    private static final int TICKS_PER_LEASE = 9;

    private final Ring ring = new Ring();
    private final ControlLoop tuner;
    private final Settings settings;
    private final Clock clock;
    private final String versions;
    private final PeerSensor sensor;
    private final ClusterTables tables;
    private final ClusterNode node;
    private final Duration windowLength;
    private final Duration timeToLive;
    private long windows;
    private Optional<PeerWindow> window = Optional.empty();

    /** End of the last window, by the monotonic clock. */
    private long windowEnd;

    private final TickErrorLog errors =
            new TickErrorLog(LOG, "a tick of the cluster failed; the node is not affected", System::nanoTime);

    /**
     * @param versions of agent and Cassandra
     * @param process folder of this process in {@code /proc}
     */
    ClusterRunner(
            ControlLoop tuner, Settings settings, MBeanServer server, Path process, Clock clock, String versions) {
        this.tuner = tuner;
        this.settings = settings;
        this.clock = clock;
        this.windowLength = settings.window();
        this.versions = versions(versions, windowLength);
        this.timeToLive = timeToLive(windowLength);
        this.sensor = new PeerSensor(
                server,
                process,
                new JvmWarmUp(() -> CompilationShare.Source.ofThisJvm(process), windowLength),
                settings.window().toMillis() / 1e3,
                settings.limits().minOperations());
        this.tables = CqlTables.of(ring.datacenter(), timeToLive);
        this.node = new ClusterNode(
                tables,
                new Lease(tables.lease(), ring.id(), timeToLive, timeToLive.dividedBy(6), System::nanoTime),
                tuner.rollouts(),
                this,
                System::nanoTime);
    }

    /** What all nodes need to have in common. With another window, another time to live would apply to the lease. */
    static String versions(String versions, Duration window) {
        return versions + " (window " + window.toMillis() / 1e3 + " s)";
    }

    /** Three windows, within limits. */
    private static Duration timeToLive(Duration window) {
        Duration three = window.multipliedBy(3);
        return three.compareTo(SHORTEST_LEASE) < 0
                ? SHORTEST_LEASE
                : three.compareTo(LONGEST_LEASE) > 0 ? LONGEST_LEASE : three;
    }

    /** The operator's commands. */
    ClusterOperator operator() {
        return new ClusterOperator(node, tables.rollouts(), tuner.rollouts());
    }

    /** Ticks until the JVM ends. */
    @Override
    public void run() {
        long pause = timeToLive.toMillis() / TICKS_PER_LEASE;
        while (!Thread.currentThread().isInterrupted()) {
            try {
                tick();
            } catch (Throwable failure) {
                errors.log(failure);
                // the next tick tries again
            }
            try {
                TimeUnit.MILLISECONDS.sleep(pause);
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void tick() throws ClusterException {
        boolean exist;
        try {
            exist = ring.createTables();
        } catch (ClusterException | RuntimeException | Error failure) {
            node.failed(failure);
            throw failure;
        }
        if (exist) {
            node.tick();
        } else {
            node.failed("the tables of rafiki_cluster are missing. The live node with the lowest host id creates them"
                    + " if cluster is on there");
        }
    }

    @Override
    public String id() {
        return ring.id();
    }

    @Override
    public Member self() {
        try {
            sensor.next(System.nanoTime()).ifPresent(ended -> {
                window = Optional.of(ended);
                windows++;
                windowEnd = System.nanoTime();
            });
            if (System.nanoTime() - windowEnd > 2 * windowLength.toNanos()) {
                // too few operations since: the last window does not show the node as it is now
                window = Optional.empty();
            }
        } catch (NodeException unreadable) {
            window = Optional.empty();
        }
        return new Member(
                ring.id(),
                ring.address(),
                ring.rack(),
                versions,
                tuner.status().mode().toString(),
                tuner.fingerprint(),
                windows,
                window,
                tuner.rollouts().proposed(),
                tuner.rollouts().problem(),
                tuner.rollouts().highestOrder());
    }

    @Override
    public Map<String, String> ring() {
        return ring.addresses();
    }

    @Override
    public boolean makesPermanent() {
        return settings.makesPermanent();
    }

    @Override
    public boolean explores() {
        return settings.explores();
    }

    @Override
    public Optional<String> hold() {
        return settings.limits()
                .quietHours()
                .until(clock.instant())
                .map(end -> "quiet hours until " + end)
                .or(ring::schemaDisagreement);
    }
}
