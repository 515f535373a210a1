package io.rafiki.agent.boot;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The entry of the {@code -javaagent}: decides whether this JVM is a Cassandra node that can be tuned, and if so leaves one
 * daemon thread behind. Whatever goes wrong, the JVM goes on as if the agent had not been named.
 *
 * <p>{@code bin/cassandra} runs the JVM once without a main class to learn its version (CASSANDRA-7254), and nodetool may be
 * started with the node's environment: there the agent does nothing at all.
 */
public final class RafikiAgent {

    /** One agent a JVM: natives that are mapped twice cost twice. */
    private static final AtomicBoolean PRESENT = new AtomicBoolean();

    private RafikiAgent() {}

    /**
     * Called by the JVM before Cassandra's main.
     *
     * @param settings path of rafiki.yaml, or null for conf/rafiki.yaml beside the jar
     * @param instrumentation not used: no class is ever transformed
     */
    public static void premain(String settings, Instrumentation instrumentation) {
        start(settings, true);
    }

    /** Called by the JVM when the agent is attached to a node that runs already; else as {@link #premain}. */
    public static void agentmain(String settings, Instrumentation instrumentation) {
        start(settings, false);
    }

    private static void start(String settings, boolean beforeTheNode) {
        try {
            if (!HostJvm.runsCassandra(System.getProperty("sun.java.command"))) {
                return;
            }
            String specification = System.getProperty("java.specification.version");
            if (!HostJvm.isSupported(specification)) {
                say("expected Java " + HostJvm.FEATURE + ", found Java " + specification
                        + ". The node starts without the tuner.");
                return;
            }
            if (!PRESENT.compareAndSet(false, true)) {
                say("is in this JVM already; named twice, it starts once.");
                return;
            }
            Installation installation = Installation.locate(RafikiAgent.class, settings);
            if (beforeTheNode) {
                HostJvm.fillRandomGeneratorMap();
            }
            String chunkCache = beforeTheNode ? switchChunkCache(installation.settings()) : "";
            startThread(installation);
            say("waits for the node to be up (settings " + installation.settingsText() + chunkCache + ").");
        } catch (Throwable failure) {
            say("cannot start: " + failure + ". The node starts without the tuner.");
        }
    }

    /** The chunk cache can only be switched on before Cassandra reads its configuration; it is off by default. */
    private static String switchChunkCache(Path settings) {
        String property = "cassandra.file_cache_enabled";
        if (settings == null || !ChunkCacheSetting.isOn(settings) || System.getProperty(property) != null) {
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

    static void say(String line) {
        System.err.println("rafiki " + line);
    }
}
