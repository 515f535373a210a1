package io.rafiki;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.BuildImageResultCallback;
import io.rafiki.trainer.host.FileTrees;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;

/**
 * A container image with this machine's shell and JVM and Cassandra's jars, built without any registry.
 *
 * @param name tag
 */
record ContainerImage(String name) implements AutoCloseable {

    private static final String DOCKERFILE =
            """
            FROM scratch
            ADD root.tar /
            ENV PATH=/usr/lib/java/bin:/usr/bin:/bin CASSANDRA_HOME=/opt/cassandra
            """;
    private static final List<String> TOOLS = List.of("sh", "ls", "head", "basename");

    /**
     * Builds it; where no engine answers, the test is skipped with one line.
     *
     * @param folder for the files; emptied afterwards
     */
    static ContainerImage build(Path folder, List<Path> jars) throws IOException, InterruptedException {
        Machine.DOCKER.require();
        Path root = Files.createDirectories(folder.resolve("root"));
        Path java = Path.of(System.getProperty("java.home"));
        Set<Path> programs = new TreeSet<>();
        Path bin = Files.createDirectories(root.resolve("usr/bin"));
        for (String tool : TOOLS) {
            Path program = Path.of("/usr/bin", tool).toRealPath();
            Files.copy(program, bin.resolve(tool));
            programs.add(program);
        }
        programs.add(java.resolve("bin/java"));
        try (Stream<Path> files = Files.walk(java.resolve("lib"))) {
            files.filter(file -> file.toString().endsWith(".so")).forEach(programs::add);
        }
        for (String library : libraries(programs)) {
            Path copy = root.resolve(library.substring(1));
            Files.createDirectories(copy.getParent());
            Files.copy(Path.of(library), copy);
        }
        Files.createSymbolicLink(root.resolve("bin"), Path.of("usr/bin"));
        Files.createDirectories(root.resolve("tmp"));
        Path lib = Files.createDirectories(root.resolve("opt/cassandra/lib"));
        for (Path jar : jars) {
            Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar);
        }
        // all but the modules for linking and the sources; links are followed
        run(
                "tar",
                "-C",
                root.toString(),
                "-cf",
                folder.resolve("root.tar").toString(),
                "bin",
                "usr",
                "lib",
                "lib64",
                "tmp");
        run(
                "tar",
                "-C",
                root.toString(),
                "-h",
                "-rf",
                folder.resolve("root.tar").toString(),
                "opt");
        run(
                "tar",
                "-C",
                java.toString(),
                "-h",
                "--exclude=jmods",
                "--exclude=src.zip",
                "--exclude=docs",
                "--transform=s,^\\.,usr/lib/java,",
                "-rf",
                folder.resolve("root.tar").toString(),
                ".");
        Files.writeString(folder.resolve("Dockerfile"), DOCKERFILE);
        FileTrees.delete(root);
        String name = "rafiki-test-" + ProcessHandle.current().pid();
        engine().buildImageCmd(folder.toFile())
                .withTags(Set.of(name))
                .exec(new BuildImageResultCallback())
                .awaitImageId();
        FileTrees.delete(folder);
        return new ContainerImage(name);
    }

    /** The containers of this image, those that have ended included. */
    List<String> running() {
        return engine().listContainersCmd().withShowAll(true).exec().stream()
                .filter(container -> container.getImage().startsWith(name))
                .map(container -> container.getNames()[0])
                .toList();
    }

    @Override
    public void close() {
        for (String container : running()) {
            engine().removeContainerCmd(container).withForce(true).exec();
        }
        engine().removeImageCmd(name).withForce(true).exec();
    }

    private static DockerClient engine() {
        return DockerClientFactory.instance().client();
    }

    /** The shared libraries that the programs name, and the loader. */
    private static Set<String> libraries(Set<Path> programs) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ldd"));
        programs.forEach(program -> command.add(program.toString()));
        Process ldd = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Set<String> libraries = new TreeSet<>();
        try (Stream<String> lines = ldd.inputReader().lines()) {
            lines.flatMap(line -> Stream.of(line.strip().split(" +", -1)))
                    .filter(word -> word.startsWith("/lib") && new File(word).isFile())
                    .forEach(libraries::add);
        }
        ldd.waitFor();
        return libraries;
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).inheritIO().start();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + process.exitValue());
        }
    }
}
