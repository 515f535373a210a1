package io.rafiki.trainer.ycsb;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One run of YCSB.
 *
 * @param load whether it loads rows ({@code -load}) or runs transactions ({@code -t})
 * @param properties YCSB's and the binding's properties
 * @param folder where its report and histograms go; made when missing
 * @param processors on which it may run, as {@code taskset} writes them; anywhere if empty
 */
public record YcsbRun(boolean load, Map<String, String> properties, Path folder, Optional<String> processors) {

    public YcsbRun {
        properties = new TreeMap<>(properties);
        folder = folder.toAbsolutePath();
    }
}
