package io.rafiki.trainer.scenario.simulation;

/**
 * The data of a node and what its compactions still owe: each flushed byte is rewritten as often as the strategy demands, and a
 * change of the strategy has all of them rewritten once more.
 */
final class CompactionModel {

    private static final double MIB = 1 << 20;

    /** What one compaction rewrites in a second with a processor to itself. */
    private static final double ONE_COMPACTION = 40 * MIB;

    /** What the node counts as one pending compaction. */
    private static final double TASK = 160 * MIB;

    private double live;
    private double owed;

    CompactionModel(double liveBytes) {
        this.live = liveBytes;
    }

    double liveBytes() {
        return live;
    }

    int pending() {
        return (int) Math.ceil(owed / TASK);
    }

    void rewriteAll() {
        owed += live;
    }

    /** Takes flushed bytes in, of which a share replaces what is there. */
    void flushed(double bytes, double overwrites, CompactionProfile strategy) {
        live += bytes * (1 - overwrites);
        owed += bytes * strategy.writeAmplification();
    }

    /**
     * Works for a while.
     *
     * @param throttle bytes a second that all compactions together may write; 0 for no limit
     * @return processors that were busy with it
     */
    double work(double seconds, double compactors, double throttle) {
        double rate = Math.min(compactors * ONE_COMPACTION, throttle > 0 ? throttle : Double.MAX_VALUE);
        double done = Math.min(owed, rate * seconds);
        owed -= done;
        return done / seconds / ONE_COMPACTION;
    }

    /** Sstables that a read has to look into: those of the strategy, and more as compactions fall behind. */
    double sstablesPerRead(CompactionProfile strategy) {
        return strategy.sstablesPerRead() + Math.min(20, owed / (4 * TASK));
    }
}
