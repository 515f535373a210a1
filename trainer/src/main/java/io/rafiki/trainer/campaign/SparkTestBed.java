package io.rafiki.trainer.campaign;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.spark.SparkDriver;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The machines of a Spark cluster. Each executor runs one {@code rafiki trial} at a time, on fresh nodes of its machine, and prepares
 * its data sets itself.
 *
 * <p>Spark repeats a trial whose executor was lost. A trial is recorded by its first answer.
 */
final class SparkTestBed implements TestBed {

    private static final JsonMapper JSON = new JsonMapper();

    private final SparkDriver driver;
    private final Map<String, String> files;
    private final List<String> command;
    private final Path root;
    private final CampaignProgress progress;

    /**
     * A test bed of a driver, which the caller closes.
     *
     * @param files name to text of the plan and the catalogue
     * @param command the part of the command line that all trials share
     * @param root the campaign's folder
     */
    SparkTestBed(
            SparkDriver driver, Map<String, String> files, List<String> command, Path root, CampaignProgress progress) {
        this.driver = driver;
        this.files = files;
        this.command = List.copyOf(command);
        this.root = root;
        this.progress = progress;
        progress.atOnce(driver.machines());
    }

    /** The part of the command line that all trials share. The files of the request are in the folder {@code input}. */
    static List<String> command(
            Path home, String planFile, String catalogueFile, long seed, Path data, Datastore datastore) {
        List<String> command = new ArrayList<>(List.of(
                home.resolve("rafiki").toString(),
                "trial",
                "--until-input-ends",
                "--plan",
                "input/" + planFile,
                "--catalogue",
                "input/" + catalogueFile,
                "--seed",
                Long.toString(seed),
                "--data",
                data.toAbsolutePath().toString(),
                "--datastore",
                datastore.absolute()));
        if (datastore instanceof Datastore.Embedded embedded) {
            command.addAll(List.of("--cassandra", embedded.version()));
        }
        return command;
    }

    @Override
    public int machines() {
        return driver.machines();
    }

    /** Each machine prepares data sets with its first trials. */
    @Override
    public int unprepared(List<PlannedTrial> trials) {
        return 0;
    }

    @Override
    public void prepare(List<PlannedTrial> trials) {
        // with the first trials
    }

    @Override
    public void measure(List<NextTrial> trials, Listener listener) throws IOException, InterruptedException {
        Map<String, NextTrial> waiting = new LinkedHashMap<>();
        for (NextTrial next : trials) {
            if (waiting.putIfAbsent(next.trial().id(), next) == null) {
                listener.begins(next);
                driver.submit(request(next));
            }
        }
        IOException lost = null;
        while (!waiting.isEmpty()) {
            // before a lost or refused trial stops the campaign, the others that have ended are recorded
            Optional<SparkDriver.Answer> answer = lost == null ? Optional.of(driver.next()) : driver.queued();
            if (answer.isEmpty()) {
                break;
            }
            NextTrial next = waiting.remove(answer.get().trial());
            if (next != null) {
                progress.atOnce(answer.get().machines());
                try {
                    listener.ended(next, trial(answer.get()));
                } catch (IOException e) {
                    lost = lost == null ? e : lost;
                }
            }
        }
        if (lost != null) {
            throw lost;
        }
    }

    /** The caller closes the driver. */
    @Override
    public void close() {
        // nothing else was started
    }

    private SparkDriver.Request request(NextTrial next) {
        PlannedTrial trial = next.trial();
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(
                "--workload",
                trial.workload().pairs(),
                "--config",
                trial.configuration().toMap().entrySet().stream()
                        .map(knob -> knob.getKey() + "=" + knob.getValue())
                        .collect(Collectors.joining(",")),
                "--repeat",
                Integer.toString(trial.repeat())));
        next.floor().ifPresent(floor -> all.addAll(List.of("--floor", Double.toString(floor))));
        return new SparkDriver.Request(trial.id(), root.toString(), files, all);
    }

    private static Trial trial(SparkDriver.Answer answer) throws IOException {
        if (answer.line() == null) {
            throw new IOException("stopped: Spark lost trial " + answer.trial() + ": " + answer.lost());
        }
        ObjectNode line = JSON.readValue(answer.line(), ObjectNode.class);
        resolve(answer.folder(), line, "log");
        if (line.get("sustained") instanceof ObjectNode sustained) {
            resolve(answer.folder(), sustained, "series");
        }
        Trial trial = JSON.treeToValue(line, Trial.class);
        if (!trial.id().equals(answer.trial())) {
            throw new IOException("stopped: expected trial " + answer.trial() + " from " + trial.host() + ", found "
                    + trial.id() + ". Install the same release of Rafiki on each machine.");
        }
        return trial;
    }

    /** Names a file of the trial from the campaign's folder. */
    private static void resolve(String folder, ObjectNode line, String field) {
        if (line.hasNonNull(field)) {
            line.put(field, folder + "/" + line.get(field).asText());
        }
    }
}
