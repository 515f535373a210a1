package io.rafiki.trainer.ycsb;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One run of YCSB.
 *
 * @param load whether it loads rows ({@code -load}) or runs transactions ({@code -t})
 * @param properties properties of YCSB and of the binding, which {@value #BINDING} names
 * @param folder folder of its report and histograms; created if missing
 * @param processors permitted processors in the syntax of {@code taskset}; all if empty
 */
public record YcsbRun(boolean load, Map<String, String> properties, Path folder, Optional<String> processors) {

    /** YCSB's property with the class of the binding. */
    public static final String BINDING = "db";

    /** @throws IllegalArgumentException if no binding is named, because YCSB would then only print the operations */
    public YcsbRun {
        properties = new TreeMap<>(properties);
        folder = folder.toAbsolutePath();
        if (!properties.containsKey(BINDING)) {
            throw new IllegalArgumentException("YCSB: expected the property " + BINDING + ", found none");
        }
    }

    /** The class of the binding. */
    String binding() {
        return properties.get(BINDING);
    }
}
