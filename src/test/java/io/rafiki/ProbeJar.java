package io.rafiki;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Packs {@link HostProbe} as an agent. */
final class ProbeJar {

    private ProbeJar() {}

    /** The JVM argument that loads it. */
    static String agent(Path folder) throws IOException {
        Path jar = folder.resolve("probe.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), HostProbe.class.getName());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (Class<?> type : List.of(HostProbe.class, HostProbeMXBean.class)) {
                String name = type.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(name));
                try (InputStream bytes = type.getResourceAsStream("/" + name)) {
                    bytes.transferTo(out);
                }
            }
        }
        return "-javaagent:" + jar;
    }
}
