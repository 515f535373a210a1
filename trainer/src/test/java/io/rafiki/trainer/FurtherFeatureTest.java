package io.rafiki.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.trial.WorkloadDriver;
import io.rafiki.workload.WorkloadSensor;
import io.rafiki.workload.WorkloadSensors;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A further feature of the workload needs a definition, a sensor, a driver, and two lines of services. No other class changes. */
class FurtherFeatureTest {

    @TempDir
    private Path folder;

    @Test
    void needsOnlyADefinitionASensorAndADriver() throws Exception {
        assertThat(WorkloadSensors.features()).doesNotContain(DemandFeature.DEMAND);
        ClassLoader loader = new WithServices(
                folder,
                Map.of(
                        WorkloadSensor.class.getName(), DemandFeature.Sensor.class.getName(),
                        WorkloadDriver.class.getName(), DemandFeature.Driver.class.getName()));
        Class<?> scenario = loader.loadClass(DemandScenario.class.getName());
        ((Callable<?>) scenario.getConstructor(Path.class).newInstance(folder)).call();
    }

    /** Defines Rafiki's classes again, with a line more in the lists of services, so that other tests keep their features. */
    private static final class WithServices extends ClassLoader {

        private final Map<String, Path> services;

        WithServices(Path folder, Map<String, String> providers) throws IOException {
            super(FurtherFeatureTest.class.getClassLoader());
            services = new HashMap<>();
            for (Map.Entry<String, String> provider : providers.entrySet()) {
                services.put(
                        "META-INF/services/" + provider.getKey(),
                        Files.writeString(folder.resolve(provider.getKey()), provider.getValue()));
            }
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.rafiki.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? defined(name) : loaded;
            }
        }

        private Class<?> defined(String name) throws ClassNotFoundException {
            try (InputStream bytes = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] all = bytes.readAllBytes();
                return defineClass(name, all, 0, all.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            List<URL> all = Collections.list(super.getResources(name));
            if (services.containsKey(name)) {
                all.add(services.get(name).toUri().toURL());
            }
            return Collections.enumeration(all);
        }
    }
}
