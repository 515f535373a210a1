package io.rafiki.benchmark.surrogate;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Repeats and times work after a warm-up. */
final class Timer {

    private static final long WARM_UP_NANOS = 1_500_000_000L;

    private Timer() {}

    /** The seconds of each run, after 1.5 seconds of warm-up with the same work. */
    static double[] seconds(int runs, Runnable work) {
        for (long start = System.nanoTime(); System.nanoTime() - start < WARM_UP_NANOS; ) {
            work.run();
        }
        double[] seconds = new double[runs];
        for (int r = 0; r < runs; r++) {
            long start = System.nanoTime();
            work.run();
            seconds[r] = (System.nanoTime() - start) / 1e9;
        }
        return seconds;
    }

    /** The work per second of each run. */
    static double[] rates(int runs, double workPerRun, Runnable work) {
        double[] rates = seconds(runs, work);
        for (int r = 0; r < rates.length; r++) {
            rates[r] = workPerRun / rates[r];
        }
        return rates;
    }

    /** The bytes that this thread allocates in one run, without those of the measurement itself. */
    static double allocated(Runnable work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        work.run();
        long first = threads.getCurrentThreadAllocatedBytes();
        long second = threads.getCurrentThreadAllocatedBytes();
        work.run();
        long third = threads.getCurrentThreadAllocatedBytes();
        return Math.max(0, third - second - (second - first));
    }
}
