package io.rafiki.trainer.plan;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The folder of a campaign, held by one collector at a time: {@code plan.yaml}, {@code trials.jsonl}, {@code environment.json},
 * {@code logs} and {@code work}.
 */
final class CampaignFolder implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final Path root;
    private final FileChannel channel;

    private CampaignFolder(Path root, FileChannel channel) {
        this.root = root;
        this.channel = channel;
    }

    /**
     * Opens the folder for a plan, and makes it when it is new.
     *
     * @throws IOException with one line, if another collector holds it or it was begun with another plan
     */
    static CampaignFolder open(Path root, Path plan) throws IOException {
        Files.createDirectories(root);
        FileChannel channel =
                FileChannel.open(root.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locked(channel)) {
            channel.close();
            throw new IOException(
                    root + ": expected no other collector at work here, found one. Wait for it, or end it.");
        }
        CampaignFolder folder = new CampaignFolder(root, channel);
        Path copy = folder.plan();
        if (!Files.exists(copy)) {
            Files.copy(plan, copy);
        } else if (!Arrays.equals(Files.readAllBytes(plan), Files.readAllBytes(copy))) {
            channel.close();
            throw new IOException(copy + ": expected the same plan as " + plan
                    + ", found another. Use another --out, or give --plan " + copy + " to continue.");
        }
        return folder;
    }

    Path root() {
        return root;
    }

    Path plan() {
        return root.resolve("plan.yaml");
    }

    Path work() {
        return root.resolve("work");
    }

    List<Trial> trials() throws IOException {
        return Trials.read(trialsFile());
    }

    void append(Trial trial) throws IOException {
        new Trials(trialsFile()).append(trial);
    }

    /** Writes what the good trials ran on, each environment once, into a file of its own. */
    void describe() throws IOException {
        List<Environment> environments = trials().stream()
                .filter(Trial::isOk)
                .map(Trial::environment)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        if (!environments.isEmpty()) {
            JSON.writerWithDefaultPrettyPrinter()
                    .writeValue(root.resolve("environment.json").toFile(), environments);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private Path trialsFile() {
        return root.resolve("trials.jsonl");
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException heldInThisJvm) {
            return false;
        }
    }
}
