package io.rafiki;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A program that is no Cassandra node: prints the names of its JVM's threads and the number of its sockets. */
final class InertProgram {

    private InertProgram() {}

    public static void main(String[] arguments) throws IOException {
        Thread.getAllStackTraces().keySet().stream()
                .map(thread -> thread.getName() + (thread.isDaemon() ? ", daemon" : ""))
                .sorted()
                .forEach(System.out::println);
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            System.out.println(open.filter(InertProgram::isSocket).count() + " sockets");
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException closed) {
            return false;
        }
    }
}
