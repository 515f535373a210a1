package io.rafiki.trainer.datastore;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the table's sstables are laid out: its compaction.
 *
 * @param name as the knob's value is written, such as {@code Unified(T4)}
 * @param compaction the table's compaction options
 */
public record Layout(String name, Map<String, String> compaction) {

    /** A table's layout when nobody sets it. */
    public static final Layout USUAL = new Layout("SizeTiered", Map.of("class", "SizeTieredCompactionStrategy"));

    public Layout {
        compaction = new TreeMap<>(compaction);
    }

    String folder() {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("-$", "");
    }
}
