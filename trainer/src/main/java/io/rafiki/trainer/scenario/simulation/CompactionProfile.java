package io.rafiki.trainer.scenario.simulation;

/**
 * The costs of a compaction strategy for writes and for reads.
 *
 * @param writeAmplification number of rewrites of each flushed byte
 * @param sstablesPerRead without compaction debt
 */
record CompactionProfile(double writeAmplification, double sstablesPerRead) {

    private static final CompactionProfile SIZE_TIERED = new CompactionProfile(3, 3.5);

    /** The profile of a value of the knob {@code compaction}, such as {@code Leveled} or {@code Unified(T8)}; size-tiered for other values. */
    static CompactionProfile named(String name) {
        if (name.equals("Leveled")) {
            return new CompactionProfile(9, 1.2);
        }
        if (name.matches("Unified\\([TL]\\d{1,3}\\)")) {
            double fan = Double.parseDouble(name.substring(9, name.length() - 1));
            return name.charAt(8) == 'T'
                    ? new CompactionProfile(2 + 4 / fan, 2 + fan / 3)
                    : new CompactionProfile(3 + 0.6 * fan, 1 + 1.5 / fan);
        }
        return name.equals("Unified(N)") ? new CompactionProfile(4, 2.2) : SIZE_TIERED;
    }
}
