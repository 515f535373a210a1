package io.rafiki.trainer.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;

/** What a process has used since its start, from Linux {@code /proc}. Empty if it has ended or belongs to another user. */
public final class ProcessUsage {

    /** The kernel reports CPU times in hundredths of a second to user space (proc(5), USER_HZ). */
    private static final double TICKS_PER_SECOND = 100;

    private static final int USER_TIME = 14;
    private static final int SYSTEM_TIME = 15;

    private ProcessUsage() {}

    /** CPU time of all threads in seconds. */
    public static OptionalDouble cpuSeconds(long pid) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            String[] afterName = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
            // the state, the first field after the name, is field 3
            double ticks =
                    Double.parseDouble(afterName[USER_TIME - 3]) + Double.parseDouble(afterName[SYSTEM_TIME - 3]);
            return OptionalDouble.of(ticks / TICKS_PER_SECOND);
        } catch (IOException ended) {
            return OptionalDouble.empty();
        }
    }

    /** Bytes read from disks. Reads from the page cache do not count. */
    public static OptionalDouble readBytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid), "io")).stream()
                    .filter(line -> line.startsWith("read_bytes: "))
                    .mapToDouble(line -> Double.parseDouble(line.substring("read_bytes: ".length())))
                    .findFirst();
        } catch (IOException endedOrOfAnother) {
            return OptionalDouble.empty();
        }
    }
}
