package io.rafiki.trainer.datastore;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the table's sstables are laid out: the table's options.
 *
 * @param name as the compaction knob's value is written, such as {@code Unified(T4)}, with the other options behind it
 * @param compaction the table's compaction options
 * @param others options beside compaction that differ from a plain table's, such as {@code compression}, each with its map
 */
public record Layout(String name, Map<String, String> compaction, Map<String, Map<String, String>> others) {

    /** The option that decides when sstables are merged. */
    public static final String COMPACTION = "compaction";

    /** A table's layout when nobody sets it. */
    public static final Layout USUAL =
            new Layout("SizeTiered", Map.of("class", "SizeTieredCompactionStrategy"), Map.of());

    public Layout {
        compaction = new TreeMap<>(compaction);
        others = new TreeMap<>(others);
    }

    /** All of its options. */
    Map<String, Map<String, String>> options() {
        Map<String, Map<String, String>> options = new TreeMap<>(others);
        options.put(COMPACTION, compaction);
        return options;
    }

    String folder() {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("-$", "");
    }
}
