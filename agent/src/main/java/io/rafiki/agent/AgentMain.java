package io.rafiki.agent;

import io.rafiki.agent.cassandra.LiveSchema;
import io.rafiki.agent.cassandra.NodeMetrics;
import io.rafiki.agent.cassandra.NodeReadiness;
import io.rafiki.agent.cassandra.StorageKnobs;
import io.rafiki.agent.cassandra.ThreadPools;
import io.rafiki.agent.cassandra.VirtualTables;
import io.rafiki.agent.console.ConsoleBean;
import io.rafiki.agent.console.ConsoleGauges;
import io.rafiki.control.ControlLoop;
import io.rafiki.control.Settings;
import io.rafiki.control.TunerFactory;
import io.rafiki.control.proposal.ProvenanceCheck;
import io.rafiki.control.record.ControlLog;
import io.rafiki.control.record.LoopTimings;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.NodeResources;
import io.rafiki.node.CompilationShare;
import io.rafiki.node.DiskSpace;
import io.rafiki.node.NodeAdapters;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.NodeThreads;
import io.rafiki.node.TableMetricsSource;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the tuner in a node, on the thread that the boot classes started. */
public final class AgentMain {

    private static final Path THIS_PROCESS = Path.of("/proc/self");

    private AgentMain() {}

    /**
     * Returns when the tuner has ended.
     *
     * @param home folder of the distribution
     * @param settings rafiki.yaml, or null
     */
    public static void run(Path home, Path settings) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        new NodeReadiness(server, Duration.ofMillis(500)).await();
        // only now, because the node configures its logging during its start
        Logger log = LoggerFactory.getLogger("io.rafiki");
        try {
            tune(home, settings, server, log);
        } catch (Exception | Error failure) {
            // a node in the background has no standard error
            log.error("The tuner has ended: {}. The node continues without it.", failure.toString(), failure);
            throw failure;
        }
    }

    private static void tune(Path home, Path settings, MBeanServer server, Logger log) throws Exception {
        registerStorageKnobs(server, log);
        new ThreadPools(server).create();

        Clock clock = Clock.system(ZoneId.systemDefault());
        NodeResources machine = NodeKnobs.machine(server);
        ControlLog controlLog = new Slf4jControlLog();
        TunerFactory assembly = TunerFactory.read(home, settings, machine, controlLog);
        ProvenanceCheck here = new ProvenanceCheck(machine, release(server), System.getProperty("java.version"));
        LoopTimings timings = timings(log);
        // the disk of either can hang
        log.info(
                "tuner starts: reads its model and journal {}",
                assembly.settings().journal());
        ControlLoop tuner = assembly.timed(timings)
                .tuner(
                        TableMetricsSource.follow(
                                server,
                                System::nanoTime,
                                error -> log.warn("A created or dropped table is not followed", error)),
                        NodeAdapters.of(
                                server,
                                assembly.settings().catalogue(),
                                new DiskSpace(server)::disks,
                                () -> NodeThreads.compactions(THIS_PROCESS),
                                () -> CompilationShare.Source.ofThisJvm(THIS_PROCESS),
                                new LiveSchema(),
                                AgentMain::start),
                        new BundleSource(assembly.settings(), here, clock),
                        JmxPrincipal::name,
                        clock);
        ConsoleBean.register(server, tuner);
        if (assembly.settings().cluster()) {
            join(tuner, assembly.settings(), server, clock, log);
        }
        show(tuner, assembly.settings().catalogue(), clock, log);
        ControlLoopRunner duty = new ControlLoopRunner(
                tuner::tick, tuner::fault, assembly.settings().sample(), timings);
        Runtime.getRuntime().addShutdownHook(new Thread(duty::close, "rafiki-stop"));
        log.info(
                "tuner started in mode {} on {}; windows of {} s, journal {}",
                tuner.status().mode(),
                machine,
                assembly.settings().window().toSeconds(),
                assembly.settings().journal());
        duty.run();
    }

    /** Takes part in the cluster. If that is not possible, the node only proposes. */
    private static void join(ControlLoop tuner, Settings settings, MBeanServer server, Clock clock, Logger log)
            throws Exception {
        String versions = AgentMain.class.getPackage().getImplementationVersion() + " on " + release(server);
        try {
            ClusterRunner cluster = new ClusterRunner(tuner, settings, server, THIS_PROCESS, clock, versions);
            ConsoleBean.register(server, cluster.operator(), JmxPrincipal::name);
            NodeMetrics.register(cluster.operator()::status, ConsoleGauges.CLUSTER);
            Thread thread = new Thread(cluster, "rafiki-cluster");
            thread.setDaemon(true);
            thread.start();
        } catch (RuntimeException | LinkageError lacking) {
            log.warn("cluster: on is not possible on this Cassandra: {}", lacking.toString());
        }
    }

    /** Executes a call that lasts seconds or can hang. */
    private static void start(Runnable call) {
        Thread thread = new Thread(call, "rafiki-call");
        thread.setDaemon(true);
        thread.start();
    }

    private static LoopTimings timings(Logger log) {
        try {
            return NodeMetrics.timings();
        } catch (RuntimeException | LinkageError lacking) {
            log.warn("Timers of type=Rafiki cannot be registered on this Cassandra: {}", lacking.toString());
            return LoopTimings.NONE;
        }
    }

    private static void registerStorageKnobs(MBeanServer server, Logger log) {
        try {
            StorageKnobs.register(server);
        } catch (ReflectiveOperationException | JMException | LinkageError lacking) {
            log.warn(
                    "file_cache_size, key_cache_size and memtable_cleanup_threshold cannot be set on this Cassandra: {}",
                    lacking.toString());
        }
    }

    /** Registers metrics and virtual tables. If that fails, the MBean still shows the same facts. */
    private static void show(ControlLoop tuner, KnobCatalogue catalogue, Clock clock, Logger log) {
        List<String> knobs = catalogue.entries().stream()
                .filter(entry -> entry.live().isPresent())
                .map(KnobDefinition::name)
                .toList();
        try {
            NodeMetrics.register(tuner::status, ConsoleGauges.of(knobs, clock::instant));
        } catch (RuntimeException | LinkageError lacking) {
            log.warn("Metrics of type=Rafiki cannot be registered on this Cassandra: {}", lacking.toString());
        }
        try {
            VirtualTables.register(tuner);
        } catch (RuntimeException | LinkageError lacking) {
            log.warn("The virtual tables of rafiki cannot be registered on this Cassandra: {}", lacking.toString());
        }
    }

    private static String release(MBeanServer server) throws Exception {
        return String.valueOf(
                server.getAttribute(new ObjectName("org.apache.cassandra.db:type=StorageService"), "ReleaseVersion"));
    }
}
