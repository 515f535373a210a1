package io.rafiki.control;

import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;

/**
 * A closed form: the best number of threads on each side grows with its share of the load; compactors do not matter. Leveled
 * compaction, where it can be chosen, gives 40 % more to readers and takes as much from writers.
 */
record ThreadSurface(KnobSpace space) implements Surrogate {

    @Override
    public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
        double readRatio = workload.readRatio();
        for (int i = 0; i < n; i++) {
            double writers = codes[i * space.size() + space.indexOf("concurrent_writes")];
            double readers = codes[i * space.size() + space.indexOf("concurrent_reads")];
            int compaction = space.indexOf("compaction");
            double leveled = compaction < 0 ? 0 : codes[i * space.size() + compaction];
            mean[i] = 10_000
                    * (1 + 0.8 * leveled * (readRatio - 0.5))
                    * (1
                            - Math.abs(readers - bestReads(readRatio)) / 256
                            - Math.abs(writers - bestWrites(readRatio)) / 256);
            deviation[i] = 20;
        }
    }

    @Override
    public Surrogate copy() {
        return this;
    }

    static double bestReads(double readRatio) {
        return Math.rint(16 + 64 * readRatio);
    }

    static double bestWrites(double readRatio) {
        return Math.rint(16 + 64 * (1 - readRatio));
    }
}
