package io.rafiki;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The complete lines of a file of JSON objects, such as trials.jsonl. */
final class Lines {

    private Lines() {}

    /** None if there is no such file. */
    static List<JsonNode> of(Path file) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        if (Files.exists(file)) {
            String text = Files.readString(file);
            String complete = text.substring(0, text.lastIndexOf('\n') + 1);
            for (String line : complete.lines().toList()) {
                lines.add(new JsonMapper().readTree(line));
            }
        }
        return lines;
    }
}
