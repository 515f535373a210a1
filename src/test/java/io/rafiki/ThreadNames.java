package io.rafiki;

/** A program that is no Cassandra node: prints the names of its JVM's threads. */
final class ThreadNames {

    private ThreadNames() {}

    public static void main(String[] arguments) {
        Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .sorted()
                .forEach(System.out::println);
    }
}
