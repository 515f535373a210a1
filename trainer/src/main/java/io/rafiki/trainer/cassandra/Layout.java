package io.rafiki.trainer.cassandra;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The layout of a table's sstables: its table options.
 *
 * @param name value of the compaction knob, such as {@code Unified(T4)}, followed by the other options
 * @param compaction compaction options of the table
 * @param others further options that differ from a plain table's, such as {@code compression}, each with its map
 */
public record Layout(String name, Map<String, String> compaction, Map<String, Map<String, String>> others) {

    /** The option that decides when sstables are merged. */
    public static final String COMPACTION = "compaction";

    /** The layout of a table with default options. */
    public static final Layout USUAL =
            new Layout("SizeTiered", Map.of("class", "SizeTieredCompactionStrategy"), Map.of());

    public Layout {
        compaction = new TreeMap<>(compaction);
        others = new TreeMap<>(others);
    }

    Map<String, Map<String, String>> options() {
        Map<String, Map<String, String>> options = new TreeMap<>(others);
        options.put(COMPACTION, compaction);
        return options;
    }

    String folder() {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("-$", "");
    }
}
