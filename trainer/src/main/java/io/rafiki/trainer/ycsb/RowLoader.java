package io.rafiki.trainer.ycsb;

import io.rafiki.trainer.host.DatastoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Loads the rows of a data set into any datastore with YCSB: first every row once, then the updates.
 *
 * @param shape data to write
 * @param ycsb load generator
 */
public record RowLoader(DataSetSpec shape, Ycsb ycsb) {

    private static final int THREADS = 48;
    private static final Duration LEAST_PATIENCE = Duration.ofHours(1);

    /**
     * Writes the rows.
     *
     * @param client properties of YCSB's binding
     * @param end the reason why clients can no longer use the node; empty while they can
     * @param folder folder for YCSB's files
     * @throws IOException with one line, if a row could not be written or the node ended
     */
    public void write(Map<String, String> client, Supplier<Optional<String>> end, Path folder)
            throws IOException, InterruptedException {
        Map<String, String> properties = new TreeMap<>(shape.ycsb());
        properties.putAll(client);
        properties.put("threadcount", Integer.toString(THREADS));
        run(true, properties, folder.resolve("load"), end);
        long updates = Math.round(shape.records() * shape.updateFraction());
        if (updates > 0) {
            properties.put("operationcount", Long.toString(updates));
            properties.put("readproportion", "0");
            properties.put("updateproportion", "1");
            properties.put("requestdistribution", "uniform");
            run(false, properties, folder.resolve("overwrite"), end);
        }
    }

    private void run(boolean load, Map<String, String> properties, Path folder, Supplier<Optional<String>> end)
            throws IOException, InterruptedException {
        long failures = ycsb.run(
                        new YcsbRun(load, properties, folder, Optional.empty()),
                        shape.timeLimit(LEAST_PATIENCE),
                        pid -> end.get().isEmpty() ? Ycsb.Next.GO_ON : Ycsb.Next.FAIL)
                .failures();
        if (failures > 0) {
            throw incomplete(failures, folder);
        }
    }

    /** States the cause itself, because the folder is deleted after a trial. */
    static DatastoreException incomplete(long failures, Path folder) throws IOException {
        return new DatastoreException("data set: expected every row to be written, found " + failures
                + (failures == 1 ? " failure: " : " failures: ") + Ycsb.lastLine(folder.resolve("ycsb.log")));
    }
}
