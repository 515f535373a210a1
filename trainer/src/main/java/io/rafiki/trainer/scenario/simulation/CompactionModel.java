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
    private double compacted;

    /** Bytes of the old data file at the last rewrite, and those of them that are not rewritten yet. */
    private double old;

    private double remaining;

    /** Number of the data file; a complete rewrite replaces it. */
    private int file = 1;

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
        old = live;
        remaining = live;
    }

    /** Bytes that compactions have read. */
    double compacted() {
        return compacted;
    }

    /** Bytes of the data file that is rewritten now; 0 if none is. */
    double rewriting() {
        return remaining > 0 ? old : 0;
    }

    /** Bytes of it that are rewritten. */
    double rewritten() {
        return remaining > 0 ? old - remaining : 0;
    }

    double debt() {
        return debt;
    }

    /** Number of the data file. */
    int file() {
        return file;
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
        compacted += done;
        if (remaining > 0) {
            remaining = Math.max(0, remaining - done);
            file += remaining > 0 ? 0 : 1;
        }
        return done / seconds / ONE_COMPACTION;
    }

    /** Sstables per read: those of the strategy, and more with growing debt. */
    double sstablesPerRead(CompactionProfile strategy) {
        return strategy.sstablesPerRead() + Math.min(20, debt / (4 * TASK));
    }
}
