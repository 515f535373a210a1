package io.rafiki.agent.boot;

import java.lang.reflect.InvocationTargetException;
import java.util.stream.Stream;

/** Checks the JVM in which the agent runs. */
final class JvmCheck {

    /** The Java version that both Cassandra 5.0 and the tuner support. On any other version the agent disables itself. */
    static final String FEATURE = "17";

    private static final String DAEMON = "org.apache.cassandra.service.CassandraDaemon";

    private JvmCheck() {}

    /** @param command main class and arguments as in {@code sun.java.command}; null without a main class */
    static boolean runsCassandra(String command) {
        return command != null && (command.equals(DAEMON) || command.startsWith(DAEMON + " "));
    }

    /** @param specification as in {@code java.specification.version}: 1.8, 11, 17, 25 */
    static boolean isSupported(String specification) {
        return FEATURE.equals(specification);
    }

    /**
     * Fills the JDK's map of random generators while the context class loader is the node's own.
     *
     * <p>JDK 17 fills it once per JVM, from the context class loader of the first caller. With the tuner's isolated loader, which does
     * not see the module jdk.random, no Cassandra thread could create a generator afterwards.
     */
    static void fillRandomGeneratorMap()
            throws ClassNotFoundException, NoSuchMethodException, IllegalAccessException, InvocationTargetException {
        Object all = Class.forName("java.util.random.RandomGeneratorFactory")
                .getMethod("all")
                .invoke(null);
        if (((Stream<?>) all).count() == 0) {
            throw new IllegalStateException("this JVM has no random generators (module jdk.random)");
        }
    }
}
