package io.rafiki.ycsb;

import java.io.PrintStream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.Status;

/**
 * Failed operations of a run, counted. The first of each kind (operation and status) is printed, in one line; the others are only
 * counted, since a node that is down fails thousands of operations a second with the same words.
 */
final class Faults {

    private final PrintStream out;
    private final LongAdder failed = new LongAdder();
    private final Map<String, LongAdder> kinds = new ConcurrentHashMap<>();
    private final Set<String> printed = ConcurrentHashMap.newKeySet();

    Faults(PrintStream out) {
        this.out = out;
    }

    /** Counts a failed operation and gives YCSB's status for it. */
    Status add(String operation, Throwable fault) {
        Status status = DriverFault.status(fault);
        String kind = operation + " " + status.getName();
        failed.increment();
        kinds.computeIfAbsent(kind, unseen -> new LongAdder()).increment();
        if (printed.add(kind)) {
            out.println("cassandra: first " + kind + ": " + DriverFault.line(fault));
        }
        return status;
    }

    boolean any() {
        return failed.sum() > 0;
    }

    /** One line, such as {@code 3 operations failed {INSERT TIMEOUT=3}}. */
    String summary() {
        return failed.sum() + " operations failed " + kinds;
    }
}
