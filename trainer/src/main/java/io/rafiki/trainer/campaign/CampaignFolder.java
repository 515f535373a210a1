package io.rafiki.trainer.campaign;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.trainer.host.FolderLock;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The folder of a campaign, locked by one collector: {@code plan.yaml}, {@code trials.jsonl}, {@code environment.json}, {@code logs} and
 * {@code work}.
 */
final class CampaignFolder implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final Path root;
    private final FolderLock lock;

    private CampaignFolder(Path root, FolderLock lock) {
        this.root = root;
        this.lock = lock;
    }

    /**
     * Opens the folder for a plan; creates it if it is new.
     *
     * @throws IOException with one line, if another run holds the lock or the folder belongs to another plan
     */
    static CampaignFolder open(Path root, Path plan) throws IOException {
        FolderLock lock = FolderLock.acquire(root);
        CampaignFolder folder = new CampaignFolder(root, lock);
        Path copy = folder.plan();
        if (!Files.exists(copy)) {
            Path half = root.resolve("plan.half");
            Files.copy(plan, half, StandardCopyOption.REPLACE_EXISTING);
            Files.move(half, copy, StandardCopyOption.ATOMIC_MOVE);
        } else if (!Arrays.equals(Files.readAllBytes(plan), Files.readAllBytes(copy))) {
            lock.close();
            throw new IOException(copy + ": expected the same plan as " + plan
                    + ", found another. Use another --out, or give --plan " + copy + " to continue.");
        }
        return folder;
    }

    /**
     * Opens the folder of single trials, which has no plan; creates it if it is new.
     *
     * @throws IOException with one line, if another run holds the lock or the folder belongs to a campaign
     */
    static CampaignFolder ofSingleTrials(Path root) throws IOException {
        FolderLock lock = FolderLock.acquire(root);
        CampaignFolder folder = new CampaignFolder(root, lock);
        if (Files.exists(folder.plan())) {
            lock.close();
            throw new IOException(
                    folder.plan() + ": expected a folder without a campaign, found one. Use another --out.");
        }
        return folder;
    }

    Path root() {
        return root;
    }

    Path plan() {
        return root.resolve(CampaignPlan.FILE);
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

    /** Writes each environment of the good trials once to a file. */
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
        lock.close();
    }

    private Path trialsFile() {
        return root.resolve(Trials.FILE);
    }
}
