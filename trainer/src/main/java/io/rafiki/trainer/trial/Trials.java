package io.rafiki.trainer.trial;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The file {@code trials.jsonl}: one JSON object per line, appended and synced to disk at the end of each trial.
 *
 * <p>A line is complete when its line feed is written. A remainder after the last line feed comes from a collector that died. It is
 * ignored, and the next append removes it.
 */
public final class Trials {

    /** The file name in a campaign's folder. */
    public static final String FILE = "trials.jsonl";

    private static final JsonMapper JSON = new JsonMapper();

    private final Path file;

    public Trials(Path file) {
        this.file = file;
    }

    /**
     * All complete lines in order; empty if the file does not exist.
     *
     * @throws IOException with one line that names file and line, if a complete line is not a trial
     */
    public static List<Trial> read(Path file) throws IOException {
        List<Trial> trials = new ArrayList<>();
        if (!Files.exists(file)) {
            return trials;
        }
        byte[] bytes = Files.readAllBytes(file);
        int complete = complete(bytes);
        int number = 0;
        for (String line : new String(bytes, 0, complete, StandardCharsets.UTF_8).split("\n", -1)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            try {
                trials.add(JSON.readValue(line, Trial.class));
            } catch (JsonProcessingException damaged) {
                String problem = damaged.getCause() instanceof IllegalArgumentException refused
                        ? refused.getMessage()
                        : "expected a trial, found " + damaged.getOriginalMessage();
                throw new IOException(
                        file + ":" + number + ": " + problem
                                + ". Remove the line, and its trial or, in an active plan, another one will be run.",
                        damaged);
            }
        }
        return trials;
    }

    /** Appends a line and syncs it to disk. */
    public void append(Trial trial) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.writeBytes(JSON.writeValueAsBytes(trial));
        line.write('\n');
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.truncate(complete(Files.readAllBytes(file)));
            channel.position(channel.size());
            ByteBuffer bytes = ByteBuffer.wrap(line.toByteArray());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private static int complete(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }
}
