package io.rafiki.benchmark.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The results of a benchmark, one JSON object per line, so that a later run continues it.
 *
 * @param path file, which need not exist
 * @param type class of a result
 * @param <R> type of a result
 */
public record ResultFile<R>(Path path, Class<R> type) {

    private static final JsonMapper JSON = new JsonMapper();

    /**
     * All results; none without a file.
     *
     * @throws IOException with one line, if a line is no result
     */
    public List<R> read() throws IOException {
        List<R> results = new ArrayList<>();
        if (Files.exists(path)) {
            int number = 0;
            for (String line : Files.readAllLines(path)) {
                number++;
                try {
                    results.add(JSON.readValue(line, type));
                } catch (JsonProcessingException damaged) {
                    throw new IOException(
                            path + ":" + number + ": expected a result, found " + line + ". Remove the line.", damaged);
                }
            }
        }
        return results;
    }

    /** Appends a result and returns it. */
    public R append(R result) throws IOException {
        Files.createDirectories(path.toAbsolutePath().getParent());
        Files.writeString(
                path, JSON.writeValueAsString(result) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return result;
    }
}
