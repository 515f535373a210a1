package io.rafiki.trainer.scenario.simulation;

/**
 * The data of a node and its compaction debt in bytes. Each flushed byte adds the write amplification of the strategy to the debt. A
 * change of the strategy adds all data.
 */
final class CompactionModel {

    private static final double MIB = 1 << 20;

    /** Bytes per second of one compaction with its own processor. */
    private static final double ONE_COMPACTION = 40 * MIB;

    /** Bytes of one pending compaction. */
    private static final double TASK = 160 * MIB;

    private double live;
    private double debt;

    CompactionModel(double liveBytes) {
        this.live = liveBytes;
    }

    double liveBytes() {
        return live;
    }

    int pending() {
        return (int) Math.ceil(debt / TASK);
    }

    void rewriteAll() {
        debt += live;
    }

    /** Adds flushed bytes, a share of which overwrites present rows. */
    void flushed(double bytes, double overwrites, CompactionProfile strategy) {
        live += bytes * (1 - overwrites);
        debt += bytes * strategy.writeAmplification();
    }

    /**
     * Runs compactions for some time.
     *
     * @param throttle bytes per second that all compactions together may write; 0 for no limit
     * @return number of busy processors
     */
    double work(double seconds, double compactors, double throttle) {
        double rate = Math.min(compactors * ONE_COMPACTION, throttle > 0 ? throttle : Double.MAX_VALUE);
        double done = Math.min(debt, rate * seconds);
        debt -= done;
        return done / seconds / ONE_COMPACTION;
    }

    /** Sstables per read: those of the strategy, and more with growing debt. */
    double sstablesPerRead(CompactionProfile strategy) {
        return strategy.sstablesPerRead() + Math.min(20, debt / (4 * TASK));
    }
}
