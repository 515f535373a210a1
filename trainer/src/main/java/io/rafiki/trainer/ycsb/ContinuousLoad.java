package io.rafiki.trainer.ycsb;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A load that runs in the background until it is ended. */
public final class ContinuousLoad {

    private final FutureTask<Void> load;
    private volatile boolean isWanted = true;

    private ContinuousLoad(Ycsb ycsb, YcsbRun run, Duration longest) {
        load = new FutureTask<>(() -> {
            ycsb.run(run, longest, pid -> isWanted ? Ycsb.Next.GO_ON : Ycsb.Next.ENOUGH);
            return null;
        });
    }

    /**
     * Starts a load.
     *
     * @param longest duration after which it counts as failed
     */
    public static ContinuousLoad start(Ycsb ycsb, YcsbRun run, Duration longest) {
        ContinuousLoad started = new ContinuousLoad(ycsb, run, longest);
        new Thread(started.load, "rafiki-load").start();
        return started;
    }

    /** Whether it has ended, by a failure or by {@link #end}. */
    public boolean hasEnded() {
        return load.isDone();
    }

    /**
     * Ends the load, and waits for its end.
     *
     * @throws IOException if the load has failed
     */
    public void end() throws IOException, InterruptedException {
        isWanted = false;
        try {
            load.get();
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof IOException io
                    ? io
                    : new IOException(String.valueOf(failure.getCause()), failure);
        }
    }
}
