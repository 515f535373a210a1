package io.rafiki;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.cassandra.utils.Clock;

/** Cassandra's clock in a node under test, ahead of the machine's by the milliseconds in a file. */
public final class ShiftedClock implements Clock {

    private static final String FILE = "rafiki.test.clock";
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private volatile long ahead;

    /** Called by Cassandra. */
    public ShiftedClock() {
        Path file = Path.of(System.getProperty(FILE));
        Thread thread = new Thread(() -> follow(file), "shifted-clock");
        thread.setDaemon(true);
        thread.start();
    }

    private void follow(Path file) {
        while (true) {
            try {
                ahead = Files.exists(file)
                        ? Long.parseLong(Files.readString(file).strip())
                        : 0;
            } catch (IOException | NumberFormatException halfWritten) {
                // the next look reads it
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** The arguments of a node's JVM. An agent's jar is on the class path, and this one does nothing else. */
    static String[] arguments(Path jar, Path file) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", ShiftedClock.class.getName());
        String entry = ShiftedClock.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry(entry));
            ShiftedClock.class.getClassLoader().getResourceAsStream(entry).transferTo(out);
            out.closeEntry();
        }
        return new String[] {
            "-javaagent:" + jar, "-Dcassandra.clock=" + ShiftedClock.class.getName(), "-D" + FILE + "=" + file
        };
    }

    /** Called by the JVM. */
    public static void premain(String none) {
        // the jar is on the class path now
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return System.currentTimeMillis() + ahead;
    }
}
