package io.rafiki.search;

import io.jenetics.util.RandomRegistry;

/**
 * Makes Jenetics safe under any context class loader.
 *
 * <p>Jenetics' registry requests a named random generator from the JDK when it loads. JDK 17 fills its table of generators once per JVM,
 * by a service loader over the context class loader of the first caller. If that loader does not see the module {@code jdk.random} (part
 * of the application loader), the table lacks it for the whole JVM. Therefore the registry is loaded with the system loader as context,
 * and with the name of a generator in {@code java.base}.
 */
final class JeneticsRandom {

    private static final String PROPERTY = "io.jenetics.util.defaultRandomGenerator";

    static {
        Thread thread = Thread.currentThread();
        ClassLoader context = thread.getContextClassLoader();
        thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
        try {
            if (System.getProperty(PROPERTY) == null) {
                System.setProperty(PROPERTY, "Random");
            }
            RandomRegistry.reset();
        } finally {
            thread.setContextClassLoader(context);
        }
    }

    private JeneticsRandom() {}

    /** Runs once, in the static initialiser. */
    static void load() {}
}
