package io.rafiki.ycsb;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.rafiki.ycsb.OperationSeries.Kind;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * Inserts of the load phase, sent without waiting for each: at most a given number are in flight, and one more waits for room. YCSB
 * sees them as {@code INSERT ... BATCHED_OK} with the time that handing over took; what became of each stands in its report under
 * {@value #MEASUREMENT}, with the time from sending to the node's answer. An insert that fails is sent again, {@value #ATTEMPTS} times
 * in all; if it fails for good, the pipeline takes no more, and the load ends as failed.
 */
final class InsertPipeline {

    static final String MEASUREMENT = "INSERT-COMPLETED";

    private static final int ATTEMPTS = 4;

    private final CqlSession session;
    private final Faults faults;
    private final Consumer<Kind> counter;
    private final int limit;
    private final Semaphore room;
    private volatile boolean broken;

    InsertPipeline(CqlSession session, int limit, Faults faults, Consumer<Kind> counter) {
        this.session = session;
        this.limit = limit;
        this.room = new Semaphore(limit);
        this.faults = faults;
        this.counter = counter;
    }

    /** Sends an insert as soon as there is room; ERROR if an earlier one has failed for good. */
    Status submit(BoundStatement insert) {
        room.acquireUninterruptibly();
        if (broken) {
            room.release();
            return Status.ERROR;
        }
        send(insert, System.nanoTime(), 1);
        return Status.BATCHED_OK;
    }

    /** Waits until nothing is in flight. It ends, since every request has a timeout. */
    void drain() {
        room.acquireUninterruptibly(limit);
        room.release(limit);
    }

    private void send(BoundStatement insert, long sentAt, int attempt) {
        session.executeAsync(insert).whenComplete((rows, fault) -> {
            if (fault != null && attempt < ATTEMPTS) {
                send(insert, sentAt, attempt + 1);
                return;
            }
            try {
                complete(fault, sentAt);
            } finally {
                room.release();
            }
        });
    }

    private void complete(Throwable fault, long sentAt) {
        Measurements measurements = Measurements.getMeasurements();
        if (fault == null) {
            counter.accept(Kind.INSERTS);
            measurements.measure(MEASUREMENT, (int) TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - sentAt));
            measurements.reportStatus(MEASUREMENT, Status.OK);
        } else {
            broken = true;
            counter.accept(Kind.ERRORS);
            measurements.reportStatus(MEASUREMENT, faults.add("INSERT", fault));
        }
    }
}
