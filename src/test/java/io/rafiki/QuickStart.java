package io.rafiki;

import io.rafiki.trainer.cassandra.LocalCassandra;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Options that halve the start of a test's node. The trainer's own nodes do not have them. */
final class QuickStart {

    /** Compiles quickly instead of well: a test ends before better code would pay. */
    static final String JIT = "-XX:TieredStopAtLevel=1";

    /**
     * Cassandra measures the overhead of a row for a second at each start; with a small heap it is always this one. It waits for the disk
     * at each change of the schema, and for others at its end. A killed node loses nothing without that, because the kernel has the data.
     * Its JVM does not verify classes, and does not touch all of its heap at the start; nodes of the demo and of replays do.
     */
    static final List<String> FLAGS = List.of(
            JIT,
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote",
            "-XX:-AlwaysPreTouch",
            "-Dcassandra.memtable.row_overhead_size=180",
            "-Dcassandra.skip_sync=true",
            "-Dcassandra.shutdown_announce_in_ms=0");

    private QuickStart() {}

    /**
     * A folder as Cassandra's archive unpacks, as far as trials need it, with the options of Cassandra's distribution and these flags.
     *
     * @param home made unless it is there
     */
    static Path installation(Path home) throws IOException, InterruptedException {
        Path lib = Files.createDirectories(home.resolve("lib"));
        List<Path> jars = RealNode.jars();
        for (Path jar : jars) {
            Path link = lib.resolve(jar.getFileName());
            if (!Files.exists(link)) {
                Files.createSymbolicLink(link, jar);
            }
        }
        Path conf = Files.createDirectories(home.resolve("conf"));
        Files.write(
                conf.resolve("jvm-server.options"),
                LocalCassandra.of(RealNode.VERSION, jars).flags());
        Files.write(conf.resolve("jvm17-server.options"), FLAGS);
        return home;
    }

    /** The arguments, with such an installation: where a release that Maven resolves is not what is tested. */
    static String[] onQuickNodes(String... arguments) throws IOException, InterruptedException {
        return Stream.concat(
                        Stream.of(arguments),
                        Stream.of(
                                "--datastore",
                                "home:"
                                        + installation(Path.of("target", "installation")
                                                .toAbsolutePath())))
                .toArray(String[]::new);
    }
}
