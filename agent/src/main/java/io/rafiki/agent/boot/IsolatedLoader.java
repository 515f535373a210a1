package io.rafiki.agent.boot;

import java.net.URL;
import java.net.URLClassLoader;

/**
 * Loads the tuner and its libraries in isolation from the node's classes.
 *
 * <p>Its parent is the platform loader, so it sees the JDK and its own jars. It delegates to the node's loader only for Cassandra, its
 * metrics, the Caffeine of its chunk cache, its logging, and the boot classes.
 */
final class IsolatedLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private static final String[] HOST_PACKAGES = {
        "org.apache.cassandra.",
        "com.codahale.metrics.",
        "com.github.benmanes.caffeine.",
        "org.slf4j.",
        "ch.qos.logback.",
        "io.rafiki.agent.boot.",
    };

    private final ClassLoader host;

    /**
     * @param jars isolated class path
     * @param platform loader of the JDK's classes
     * @param host loader of Cassandra's own classes
     */
    IsolatedLoader(URL[] jars, ClassLoader platform, ClassLoader host) {
        super(jars, platform);
        this.host = host;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        for (String prefix : HOST_PACKAGES) {
            if (name.startsWith(prefix)) {
                return host.loadClass(name);
            }
        }
        return super.loadClass(name, resolve);
    }
}
