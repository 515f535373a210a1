package io.rafiki;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** What tests need of the machine, looked for each time. Only where it is absent a test is skipped, with one line. */
enum Machine {
    MOUNT_NAMESPACES("mount namespaces (root, or unshare -Urm)") {
        @Override
        boolean isPresent() {
            List<String> command = new ArrayList<>(unshared("mount -t tmpfs none /tmp"));
            return succeeds(command);
        }
    },
    TASKSET("taskset") {
        @Override
        boolean isPresent() {
            return succeeds(List.of("taskset", "-c", "0", "true"));
        }
    },
    DOCKER("Docker engine that answers, nor dockerd that root can start") {
        @Override
        boolean isPresent() {
            return DockerEngine.isPresent();
        }
    },
    REDIS("redis-server with redis-cli and redis-benchmark (apt-get install redis-server)") {
        @Override
        boolean isPresent() {
            return Stream.of("redis-server", "redis-cli", "redis-benchmark")
                    .allMatch(program -> succeeds(List.of(program, "--version")));
        }
    },
    SECCOMP("filters of system calls (Linux on x86-64)") {
        @Override
        boolean isPresent() {
            List<String> command =
                    new ArrayList<>(Confined.command(Path.of("target").toAbsolutePath()));
            command.add("true");
            return succeeds(command);
        }
    };

    private final String what;

    Machine(String what) {
        this.what = what;
    }

    abstract boolean isPresent();

    /** Skips the test where it is absent. */
    void require() {
        if (!isPresent()) {
            skip(what);
        }
    }

    /** A JDK of the release: in the folder of the present JDK, or in JAVA_HOME_x_X64. Without one the test is skipped. */
    static Path jdk(int release) throws IOException {
        List<Path> homes = new ArrayList<>();
        Optional.ofNullable(System.getenv("JAVA_HOME_" + release + "_X64"))
                .map(Path::of)
                .ifPresent(homes::add);
        try (Stream<Path> installed = Files.list(Command.JAVA.toRealPath().getParent())) {
            installed.sorted().forEach(homes::add);
        }
        Optional<Path> found =
                homes.stream().filter(home -> isRelease(home, release)).findFirst();
        if (found.isEmpty()) {
            skip("JDK " + release + " next to " + Command.JAVA + " or in JAVA_HOME_" + release + "_X64");
        }
        return found.orElseThrow();
    }

    /** Command words for a shell script in a mount namespace of its own; words that follow are the script's. */
    static List<String> unshared(String script) {
        boolean root = "root".equals(System.getProperty("user.name"));
        return List.of("unshare", root ? "-m" : "-Urm", "sh", "-c", script, "sh");
    }

    private static boolean isRelease(Path home, int release) {
        try {
            Path facts = home.resolve("release");
            return Files.isExecutable(home.resolve("bin").resolve("java"))
                    && Files.isRegularFile(facts)
                    && Files.readString(facts).matches("(?s).*JAVA_VERSION=\"(1\\.)?" + release + "[.\"_].*");
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static boolean succeeds(List<String> command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException absent) {
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void skip(String absent) {
        String line = "SKIPPED: this machine has no " + absent;
        System.out.println(line);
        Assumptions.abort(line);
    }
}
