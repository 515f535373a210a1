package io.rafiki;

import io.rafiki.agent.boot.FaultAgent;
import io.rafiki.agent.boot.FaultPoint;
import io.rafiki.agent.boot.FaultPointMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Packs the tests' own agents. */
final class ProbeJar {

    private ProbeJar() {}

    /** The JVM argument that loads {@link HostProbe}. */
    static String agent(Path folder) throws IOException {
        return pack(folder.resolve("probe.jar"), HostProbe.class, List.of(HostProbeMXBean.class.getName()));
    }

    /** The JVM argument that loads {@link FaultAgent}; it must stand before the tuner's. */
    static String faults(Path folder) throws IOException {
        return pack(
                folder.resolve("faults.jar"),
                FaultAgent.class,
                List.of(
                        FaultAgent.class.getName() + "$1",
                        FaultAgent.class.getName() + "$2",
                        FaultAgent.class.getName() + "$2$1",
                        FaultPoint.class.getName(),
                        FaultPointMXBean.class.getName()));
    }

    private static String pack(Path jar, Class<?> agent, List<String> others) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), agent.getName());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            add(out, agent.getName());
            for (String other : others) {
                add(out, other);
            }
        }
        return "-javaagent:" + jar;
    }

    private static void add(JarOutputStream out, String type) throws IOException {
        String name = type.replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(name));
        try (InputStream bytes = ProbeJar.class.getResourceAsStream("/" + name)) {
            bytes.transferTo(out);
        }
    }
}
