package io.rafiki.agent.boot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The one key of rafiki.yaml that must be known before Cassandra starts: {@code chunk_cache: true}.
 *
 * <p>There is no YAML parser this early; the file is read whole, and every other key checked, once the node is up.
 */
final class ChunkCacheSetting {

    private static final Pattern ON = Pattern.compile("chunk_cache\\s*:\\s+[\"']?true[\"']?\\s*(#.*)?");

    private ChunkCacheSetting() {}

    /** Whether the file asks for the chunk cache; false if it cannot be read, which is reported later with everything else. */
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
