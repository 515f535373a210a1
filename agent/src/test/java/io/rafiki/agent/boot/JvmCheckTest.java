package io.rafiki.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class JvmCheckTest {

    @Test
    void recognisesANodeWithAndWithoutArguments() {
        assertThat(JvmCheck.runsCassandra("org.apache.cassandra.service.CassandraDaemon"))
                .isTrue();
        assertThat(JvmCheck.runsCassandra("org.apache.cassandra.service.CassandraDaemon x"))
                .isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "org.apache.cassandra.tools.NodeTool -p 7199 status",
                "org.apache.cassandra.service.CassandraDaemonProbe",
                "sh org.apache.cassandra.service.CassandraDaemon"
            })
    void takesNothingElseForANode(String command) {
        assertThat(JvmCheck.runsCassandra(command)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8", "11", "18", "25"})
    void staysOutOfOtherJavas(String specification) {
        assertThat(JvmCheck.isSupported(specification)).isFalse();
    }

    @Test
    void worksOnTheJavaThatItIsBuiltFor() {
        assertThat(JvmCheck.isSupported(System.getProperty("java.specification.version")))
                .isTrue();
    }

    /**
     * In a fresh JVM each, whose first caller sees no more than the platform: JDK 17 fills the map once, from that caller's context class
     * loader.
     */
    @Test
    void theMapOfRandomGeneratorsIsWhole() throws Exception {
        assertThat(generator("filled before")).isEqualTo("L64X128MixRandom");
        assertThat(generator("not filled")).as("what this is for").contains("No implementation");
    }

    private static String generator(String how) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FirstCaller.class.getName(),
                        how)
                .redirectErrorStream(true)
                .start();
        try {
            String printed = process.inputReader().readLine();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return printed;
        } finally {
            process.destroyForcibly();
        }
    }

    /** What the fresh JVM runs. */
    public static final class FirstCaller {

        private FirstCaller() {}

        public static void main(String[] how) throws Exception {
            if (how[0].equals("filled before")) {
                JvmCheck.fillRandomGeneratorMap();
            }
            try (URLClassLoader platform = new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader())) {
                Thread.currentThread().setContextClassLoader(platform);
                System.out.println(
                        RandomGenerator.of("L64X128MixRandom").getClass().getSimpleName());
            } catch (IllegalArgumentException unknown) {
                System.out.println(unknown.getMessage());
            }
        }
    }
}
