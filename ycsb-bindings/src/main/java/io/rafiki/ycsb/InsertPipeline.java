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
 * Asynchronous inserts of the load phase with a limited number in flight. YCSB sees each as {@code INSERT ... BATCHED_OK} with its
 * submission time. The real results are reported under {@value #MEASUREMENT}, with the time from sending to the response. A failed insert
 * is sent again, {@value #ATTEMPTS} times in total. After a permanent failure the pipeline accepts no more inserts, and the load fails.
 */
final class InsertPipeline {

    static final String MEASUREMENT = "INSERT-COMPLETED";

    private static final int ATTEMPTS = 4;

    private final CqlSession session;
    private final ErrorCounter faults;
    private final Consumer<Kind> counter;
    private final int limit;
    private final Semaphore room;
    private volatile boolean broken;

    InsertPipeline(CqlSession session, int limit, ErrorCounter faults, Consumer<Kind> counter) {
        this.session = session;
        this.limit = limit;
        this.room = new Semaphore(limit);
        this.faults = faults;
        this.counter = counter;
    }

    /** Sends an insert as soon as the limit permits; ERROR after a permanent failure. */
    Status submit(BoundStatement insert) {
        room.acquireUninterruptibly();
        if (broken) {
            room.release();
            return Status.ERROR;
        }
        send(insert, System.nanoTime(), 1);
        return Status.BATCHED_OK;
    }

    /** Waits for all pending inserts. This terminates, because every request has a timeout. */
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
