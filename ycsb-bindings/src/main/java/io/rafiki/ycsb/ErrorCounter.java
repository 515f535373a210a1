package io.rafiki.ycsb;

import java.io.PrintStream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.Status;

/**
 * Counts the failed operations of a run. The first of each kind (operation and status) is printed in one line. The others are only
 * counted, because an unavailable node fails thousands of operations per second with the same message.
 */
final class ErrorCounter {

    private final PrintStream out;
    private final String system;
    private final LongAdder failed = new LongAdder();
    private final Map<String, LongAdder> kinds = new ConcurrentHashMap<>();
    private final Set<String> printed = ConcurrentHashMap.newKeySet();

    /** @param system begins each printed line */
    ErrorCounter(PrintStream out, String system) {
        this.out = out;
        this.system = system;
    }

    /** Counts a failed operation and returns its YCSB status. */
    Status add(String operation, Throwable fault) {
        Status status = DriverError.status(fault);
        String kind = operation + " " + status.getName();
        failed.increment();
        kinds.computeIfAbsent(kind, unseen -> new LongAdder()).increment();
        if (printed.add(kind)) {
            out.println(system + ": first " + kind + ": " + DriverError.line(fault));
        }
        return status;
    }

    boolean any() {
        return failed.sum() > 0;
    }

    /** One line, for example {@code 3 operations failed {INSERT TIMEOUT=3}}. */
    String summary() {
        return failed.sum() + " operations failed " + kinds;
    }
}
