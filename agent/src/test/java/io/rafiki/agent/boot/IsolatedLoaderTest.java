package io.rafiki.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.cassandra.config.Config;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class IsolatedLoaderTest {

    @Test
    void delegatesOnlyTheNodesClasses() throws IOException, ClassNotFoundException {
        try (IsolatedLoader loader = loader()) {
            assertThat(loader.loadClass(Logger.class.getName())).isSameAs(Logger.class);
            assertThat(loader.loadClass(Config.class.getName())).isSameAs(Config.class);
            assertThat(loader.loadClass(RafikiAgent.class.getName())).isSameAs(RafikiAgent.class);
            assertThat(loader.loadClass(ThreadLocalRandom.class.getName())).isSameAs(ThreadLocalRandom.class);
        }
    }

    @Test
    void hidesTheRestOfTheNodesClassPath() throws IOException {
        try (IsolatedLoader loader = loader()) {
            assertThatThrownBy(() -> loader.loadClass("com.google.common.collect.ImmutableList"))
                    .isInstanceOf(ClassNotFoundException.class);
        }
    }

    @Test
    void loadsItsOwnCopyOfWhatTheNodeHasToo() throws IOException, ClassNotFoundException {
        URL assertj = Assertions.class.getProtectionDomain().getCodeSource().getLocation();
        try (IsolatedLoader loader = loader(assertj)) {
            Class<?> own = loader.loadClass(Assertions.class.getName());
            assertThat(own).isNotSameAs(Assertions.class);
            assertThat(own.getClassLoader()).isSameAs(loader);
        }
    }

    private static IsolatedLoader loader(URL... jars) {
        return new IsolatedLoader(
                jars, ClassLoader.getPlatformClassLoader(), IsolatedLoaderTest.class.getClassLoader());
    }
}
