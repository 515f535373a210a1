package io.rafiki.benchmark.rivals;

import io.rafiki.workload.Workload;
import java.util.LinkedHashMap;
import java.util.Map;

/** Configurations that need no trials. */
public final class BestPractices {

    /** The name of the default configuration. */
    public static final String BASELINE = "baseline";

    private static final String COMPACTION = "compaction";
    private static final double READ_HEAVY = 0.7;
    private static final double WRITE_HEAVY = 0.3;

    private BestPractices() {}

    /**
     * The configurations by name.
     *
     * @param latest values of cassandra_latest.yaml
     * @return name to the values of knobs; other knobs have their default
     */
    public static Map<String, Map<String, Object>> of(Workload workload, Map<String, Object> latest) {
        Map<String, Map<String, Object>> all = new LinkedHashMap<>();
        all.put(BASELINE, Map.of());
        all.put("cassandra_latest.yaml", latest);
        all.put("leveled", Map.of(COMPACTION, "Leveled"));
        all.put("unified", Map.of(COMPACTION, unified(workload.readRatio())));
        return all;
    }

    /** Cassandra's manual recommends leveled parameters for many reads, tiered ones for many writes, and N between them. */
    static String unified(double readRatio) {
        return readRatio >= READ_HEAVY ? "Unified(L10)" : readRatio <= WRITE_HEAVY ? "Unified(T4)" : "Unified(N)";
    }
}
