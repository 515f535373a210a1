package io.rafiki.search;

import io.jenetics.util.RandomRegistry;

/**
 * Makes Jenetics usable under any context class loader, and keeps it from harming the JVM that it runs in.
 *
 * <p>Jenetics' registry asks the JDK for a named random generator when it is loaded. JDK 17 fills its table of generators once
 * per JVM, by a service loader over the context class loader of whoever asks first. If that loader does not see the module
 * {@code jdk.random}, which hangs on the application loader, the table lacks it for everybody in the JVM from then on. So the
 * registry is loaded with the system loader as context, and by the name of a generator that {@code java.base} itself provides.
 */
final class Generators {

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

    private Generators() {}

    /** Does all of it the first time, nothing later. */
    static void load() {}
}
