package io.rafiki.agent.boot;

import java.net.URL;
import java.net.URLClassLoader;

/**
 * Loads the tuner and its libraries so that the node does not see them, nor they the node's.
 *
 * <p>Its parent is the platform loader, so it knows the JDK and its own jars. The node's loader is asked only for what must be
 * the node's: Cassandra, its metrics, its chunk cache's Caffeine, its logging, and the boot classes.
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
     * @param jars the isolated class path
     * @param platform the JDK's classes and nothing else
     * @param host the loader of Cassandra's own classes
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
