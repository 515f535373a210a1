package io.rafiki.trainer.trial;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The file {@code trials.jsonl}: one JSON object per line, appended and synced to disk at the end of each trial.
 *
 * <p>A remainder after the last line feed is a line if it is valid JSON: an editor can omit the line feed, and the next append adds it.
 * Another remainder comes from a collector that died. It is ignored, and the next append removes it.
 */
public final class Trials {

    /** The file name in a campaign's folder. */
    public static final String FILE = "trials.jsonl";

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Path file;

    public Trials(Path file) {
        this.file = file;
    }

    /**
     * All lines but a torn last one, in order; empty if the file does not exist.
     *
     * @throws IOException with one line that names file and line, if one of them is not a trial
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
                trials.add(trial(line));
            } catch (IllegalArgumentException refused) {
                throw new IOException(
                        file + ":" + number + ": " + refused.getMessage()
                                + ". Remove the line, and its trial or, in an active plan, another one will be run.",
                        refused);
            }
        }
        return trials;
    }

    private static Trial trial(String line) {
        Trial trial;
        try {
            trial = JSON.readValue(line, Trial.class);
        } catch (JsonProcessingException damaged) {
            throw new IllegalArgumentException(
                    damaged.getCause() instanceof IllegalArgumentException refused
                            ? refused.getMessage()
                            : "expected a trial, found " + damaged.getOriginalMessage(),
                    damaged);
        }
        if (trial == null) {
            throw new IllegalArgumentException("expected a trial, found null");
        }
        Optional<String> missing = missing(trial);
        if (missing.isPresent()) {
            throw new IllegalArgumentException("expected a trial with " + missing.get() + ", found one without");
        }
        return trial;
    }

    /** The first field that every reader needs and that the trial does not have. */
    private static Optional<String> missing(Trial trial) {
        Map<String, Object> needed = new LinkedHashMap<>();
        needed.put("id", trial.id());
        needed.put("status", trial.status());
        needed.put("workload", trial.workload());
        needed.put("proposed", trial.proposed());
        if (trial.status() != null && trial.isOk()) {
            needed.put("throughput", trial.throughput());
        }
        return needed.entrySet().stream()
                .filter(field -> field.getValue() == null)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Appends a line and syncs it to disk. */
    public void append(Trial trial) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            byte[] present = Files.readAllBytes(file);
            int complete = complete(present);
            if (complete > 0 && present[complete - 1] != '\n') {
                line.write('\n');
            }
            line.writeBytes(JSON.writeValueAsBytes(trial));
            line.write('\n');
            channel.truncate(complete);
            channel.position(channel.size());
            ByteBuffer bytes = ByteBuffer.wrap(line.toByteArray());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /** The number of bytes without a torn last line. */
    private static int complete(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return isTorn(new String(bytes, end, bytes.length - end, StandardCharsets.UTF_8)) ? end : bytes.length;
    }

    private static boolean isTorn(String line) {
        try {
            JSON.reader()
                    .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readTree(line);
            return false;
        } catch (JsonProcessingException torn) {
            return true;
        }
    }
}
