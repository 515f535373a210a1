package io.rafiki.benchmark.rewrite;

import io.rafiki.trainer.cassandra.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A rewrite on a node of some speed.
 *
 * @param number from 1
 * @param from compaction strategy before
 * @param to compaction strategy after
 * @param size rows of the table, as a multiple of the smallest table
 * @param speed of the node
 */
record RewriteCase(int number, String from, String to, int size, Speed speed) {

    /** Flushed files stay as they are. */
    static final Layout FLUSHED =
            new Layout("SizeTiered", Map.of("class", "SizeTieredCompactionStrategy", "min_threshold", "32"), Map.of());

    private static final String LEVELED = "Leveled";
    private static final String SIZE_TIERED = "SizeTiered";

    /** It rewrites a part of the table. */
    private static final String TIERED = "Unified(T4)";

    /**
     * The speed of a node.
     *
     * @param percent CPU quota in percent of one processor; empty without one
     * @param reads disk reads per second, with 1 GiB of memory, which is too little for the table; empty without a limit
     * @param throttle limit of compactions in MiB per second; 0 for none
     */
    record Speed(Optional<Integer> percent, Optional<Integer> reads, int throttle) {

        @Override
        public String toString() {
            return percent.map(quota -> "cpu " + quota + " %, ").orElse("")
                    + reads.map(perSecond -> perSecond + " reads/s, ").orElse("")
                    + throttle + " MiB/s";
        }
    }

    /** The cases in their order; neighbours differ in speed and direction. */
    static List<RewriteCase> all() {
        List<Speed> speeds = List.of(
                new Speed(Optional.empty(), Optional.empty(), 64),
                new Speed(Optional.of(100), Optional.empty(), 64),
                new Speed(Optional.empty(), Optional.of(400), 64),
                new Speed(Optional.empty(), Optional.empty(), 16),
                new Speed(Optional.of(50), Optional.empty(), 64),
                new Speed(Optional.empty(), Optional.of(150), 64));
        List<RewriteCase> cases = new ArrayList<>();
        for (String to : List.of(LEVELED, "Unified(L4)", TIERED)) {
            for (Speed speed : speeds) {
                // a rewrite of the whole table on a slow processor lasts long enough with half of the rows
                int size = speed.percent().isPresent() && !to.equals(TIERED) ? 2 : 4;
                cases.add(new RewriteCase(cases.size() + 1, SIZE_TIERED, to, size, speed));
            }
        }
        cases.add(new RewriteCase(cases.size() + 1, LEVELED, SIZE_TIERED, 4, speeds.get(0)));
        cases.add(new RewriteCase(cases.size() + 1, "Unified(L4)", SIZE_TIERED, 2, speeds.get(3)));
        return cases;
    }

    /** The layout of a table with a strategy before a change. */
    static Layout layout(String strategy) {
        return strategy.equals(SIZE_TIERED) ? FLUSHED : new Layout(strategy, options(strategy), Map.of());
    }

    /** The table's compaction options with a strategy. */
    static Map<String, String> options(String strategy) {
        return strategy.startsWith("Unified(")
                ? Map.of(
                        "class",
                        "UnifiedCompactionStrategy",
                        "scaling_parameters",
                        strategy.substring("Unified(".length(), strategy.length() - 1))
                : Map.of("class", strategy + "CompactionStrategy");
    }

    @Override
    public String toString() {
        return from + " -> " + to + ", size " + size + ", " + speed;
    }
}
