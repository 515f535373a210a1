package io.rafiki.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Models;
import io.rafiki.workload.Workload;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** A search in a fresh JVM whose context class loader does not see {@code jdk.random}, as an agent's may be. */
class JeneticsRandomTest {

    @Test
    void searchesUnderAnIsolatedContextLoaderAndLeavesTheJvmsGeneratorsWhole() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Isolated.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("searched, and the default generator is L32X64MixRandom");
    }

    /** What the fresh JVM runs. */
    public static final class Isolated {

        private Isolated() {}

        public static void main(String[] arguments) throws Exception {
            URL[] path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                    .map(Isolated::url)
                    .toArray(URL[]::new);
            try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
                Thread.currentThread().setContextClassLoader(loader);
                loader.loadClass(Isolated.class.getName()).getMethod("search").invoke(null);
            }
            System.out.println("searched, and the default generator is "
                    + RandomGenerator.getDefault().getClass().getSimpleName());
        }

        public static void search() {
            Ensemble surrogate = Models.ensemble(Models.space(), 3, 1);
            new GeneticSearch().search(surrogate, Workload.ofReadRatio(0.5), SearchSpace.of(Models.space()), 1);
        }

        private static URL url(String element) {
            try {
                return Path.of(element).toUri().toURL();
            } catch (MalformedURLException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }
}
