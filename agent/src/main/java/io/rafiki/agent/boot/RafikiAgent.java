package io.rafiki.agent.boot;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The entry point of {@code -javaagent}. It checks whether this JVM is a supported Cassandra node, and if so starts one daemon thread.
 * After any error the JVM continues as without the agent.
 *
 * <p>{@code bin/cassandra} runs the JVM once without a main class to read its version (CASSANDRA-7254), and nodetool may start with the
 * node's environment. The agent does nothing in these JVMs.
 */
public final class RafikiAgent {

    /** One agent per JVM, because native libraries would be mapped twice. */
    private static final AtomicBoolean PRESENT = new AtomicBoolean();

    private RafikiAgent() {}

    /**
     * Called by the JVM before Cassandra's main.
     *
     * @param settings path of rafiki.yaml, or null for conf/rafiki.yaml next to the jar
     * @param instrumentation unused: no class is transformed
     */
    public static void premain(String settings, Instrumentation instrumentation) {
        start(settings, true);
    }

    /** Called by the JVM when the agent is attached to a running node. Works like {@link #premain}. */
    public static void agentmain(String settings, Instrumentation instrumentation) {
        start(settings, false);
    }

    private static void start(String settings, boolean beforeTheNode) {
        try {
            if (!JvmCheck.runsCassandra(System.getProperty("sun.java.command"))) {
                return;
            }
            String specification = System.getProperty("java.specification.version");
            if (!JvmCheck.isSupported(specification)) {
                log("expected Java " + JvmCheck.FEATURE + ", found Java " + specification
                        + ". The node starts without the tuner.");
                return;
            }
            if (!PRESENT.compareAndSet(false, true)) {
                log("is in this JVM already; named twice, it starts once.");
                return;
            }
            try {
                startTuner(settings, beforeTheNode);
            } catch (Throwable failure) {
                absent();
                throw failure;
            }
        } catch (Throwable failure) {
            log("cannot start: " + failure + ". The node starts without the tuner.");
        }
    }

    private static void startTuner(String settings, boolean beforeTheNode) throws Exception {
        Installation installation = Installation.locate(RafikiAgent.class, settings);
        if (beforeTheNode) {
            JvmCheck.fillRandomGeneratorMap();
        }
        String chunkCache = beforeTheNode ? switchChunkCache(installation.settings()) : "";
        startThread(installation);
        log("waits for the node to be up (settings " + installation.settingsText() + chunkCache + ").");
    }

    /** Permits another start, because this one has loaded no class of the tuner. */
    static void absent() {
        PRESENT.set(false);
    }

    /** The chunk cache is off by default and can only be enabled before Cassandra reads its configuration. */
    private static String switchChunkCache(Path settings) {
        String property = "cassandra.file_cache_enabled";
        if (settings == null || !ChunkCacheOption.isOn(settings) || System.getProperty(property) != null) {
            return "";
        }
        System.setProperty(property, "true");
        return ", chunk cache on";
    }

    private static void startThread(Installation installation) {
        Thread thread = new Thread(new TunerThread(installation), "rafiki");
        thread.setDaemon(true);
        thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
        thread.start();
    }

    static void log(String line) {
        System.err.println("rafiki " + line);
    }
}
