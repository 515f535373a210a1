package io.rafiki.node;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What the living threads of a node that compact or compile have used, from Linux {@code /proc}. The usage decreases when a thread ends. */
public final class NodeThreads {

    /** Start of the names of Cassandra's compaction threads. Linux shows fifteen characters of a name. */
    private static final String COMPACTION = "Compact";

    /** Starts of the names of the JVM's compilers. */
    private static final Set<String> COMPILERS = Set.of("C1 Compiler", "C2 Compiler");

    private static final String READ = "read_bytes: ";

    private NodeThreads() {}

    /** Reads what a node's living compaction threads have used; empty where it is unknown. */
    @FunctionalInterface
    public interface Source {

        /** Where no process can be read, as for a remote or simulated node. */
        Source NONE = Optional::empty;

        Optional<Usage> usage();
    }

    /**
     * Sums over the threads.
     *
     * @param diskBytes bytes read from disks; reads from the page cache do not count
     * @param cpuNanos time on a processor
     * @param queueNanos time of waiting for a processor
     */
    public record Usage(long diskBytes, long cpuNanos, long queueNanos) {

        static final Usage NONE = new Usage(0, 0, 0);

        /** The usage since an earlier one; with a negative part if a thread has ended. */
        public Usage since(Usage earlier) {
            return new Usage(
                    diskBytes - earlier.diskBytes, cpuNanos - earlier.cpuNanos, queueNanos - earlier.queueNanos);
        }

        /** Time that the threads used a processor or waited for one. */
        public Duration busy() {
            return Duration.ofNanos(cpuNanos + queueNanos);
        }

        private Usage plus(Usage other) {
            return new Usage(diskBytes + other.diskBytes, cpuNanos + other.cpuNanos, queueNanos + other.queueNanos);
        }
    }

    /**
     * The usage of the living compaction threads; empty without such files, as on other systems than Linux.
     *
     * @param process the process in {@code /proc}
     */
    public static Optional<Usage> compactions(Path process) {
        return of(process, name -> name.startsWith(COMPACTION));
    }

    /** The same of the JVM's compilers; empty also if the JVM has none of HotSpot's. */
    public static Optional<Usage> compilers(Path process) {
        return of(process, name -> COMPILERS.stream().anyMatch(name::startsWith))
                .filter(usage -> usage.cpuNanos() > 0);
    }

    private static Optional<Usage> of(Path process, Predicate<String> counts) {
        Usage sum = Usage.NONE;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path thread : threads) {
                sum = sum.plus(ofThread(thread, counts));
            }
            return Optional.of(sum);
        } catch (IOException | DirectoryIteratorException otherSystem) {
            return Optional.empty();
        }
    }

    /**
     * Bytes that a thread or process has read from disks.
     *
     * @param folder of the thread or process in {@code /proc}
     */
    static long diskBytes(Path folder) throws IOException {
        return Files.readAllLines(folder.resolve("io")).stream()
                .filter(line -> line.startsWith(READ))
                .mapToLong(line -> Long.parseLong(line.substring(READ.length())))
                .sum();
    }

    private static Usage ofThread(Path thread, Predicate<String> counts) {
        try {
            if (!counts.test(Files.readString(thread.resolve("comm")))) {
                return Usage.NONE;
            }
            String[] times = Files.readString(thread.resolve("schedstat")).split("\\s+", -1);
            return new Usage(diskBytes(thread), Long.parseLong(times[0]), Long.parseLong(times[1]));
        } catch (IOException ended) {
            return Usage.NONE;
        }
    }
}
