package io.rafiki.agent.boot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The one key of rafiki.yaml that is needed before Cassandra starts: {@code chunk_cache: true}.
 *
 * <p>No YAML parser is available this early. The whole file is read and validated after the node has started.
 */
final class ChunkCacheOption {

    private static final Pattern ON = Pattern.compile("chunk_cache\\s*:\\s+[\"']?true[\"']?\\s*(#.*)?");

    private ChunkCacheOption() {}

    /** Whether the file enables the chunk cache; false if it cannot be read, which is reported later. */
    static boolean isOn(Path settings) {
        try {
            for (String line : new String(Files.readAllBytes(settings), StandardCharsets.UTF_8).split("\\R", -1)) {
                if (ON.matcher(line).matches()) {
                    return true;
                }
            }
            return false;
        } catch (IOException unreadable) {
            return false;
        }
    }
}
