package io.rafiki.trainer.trial;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.datastore.CassandraProcess;
import io.rafiki.trainer.datastore.Dataset;
import io.rafiki.trainer.datastore.DatasetStore;
import io.rafiki.trainer.datastore.DatastoreException;
import io.rafiki.trainer.datastore.Folders;
import io.rafiki.trainer.datastore.MemoryGroup;
import io.rafiki.trainer.datastore.NodeSpec;
import io.rafiki.trainer.datastore.PageCache;
import io.rafiki.trainer.datastore.ProcessLedger;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbResult;
import io.rafiki.trainer.ycsb.YcsbRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Runs one trial on a node of its own: copy of the prepared data, start, check of what is in effect, warm-up, measurement, end.
 *
 * <p>Whatever goes wrong becomes the trial's status and cause; only an interrupt is thrown.
 */
public final class TrialRunner {

    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration CLIENT_START = Duration.ofSeconds(30);
    /** YCSB counts its time from before its threads connect. */
    private static final int CONNECT_SECONDS = 3;

    private static final double MOST_OTHERS = 0.05;

    private final TrialFolders folders;
    private final KnobCatalogue catalogue;
    private final Conditions conditions;
    private final CassandraInstallation cassandra;
    private final ProcessLedger ledger;
    private final Ycsb ycsb;
    private final Pinning pinning;

    public TrialRunner(
            TrialFolders folders,
            KnobCatalogue catalogue,
            Conditions conditions,
            CassandraInstallation cassandra,
            ProcessLedger ledger,
            Ycsb ycsb) {
        this.folders = folders;
        this.catalogue = catalogue;
        this.conditions = conditions;
        this.cassandra = cassandra;
        this.ledger = ledger;
        this.ycsb = ycsb;
        this.pinning = Pinning.of(Runtime.getRuntime().availableProcessors(), conditions.pin());
    }

    /** Runs the trial on a copy of the data set, which must be laid out as the configuration's compaction says. */
    public Trial run(PlannedTrial planned, Dataset dataset, Map<String, Long> seeds) throws InterruptedException {
        TrialDraft draft = new TrialDraft(planned, conditions, seeds);
        Path folder = folders.work();
        Optional<MemoryGroup> group = Optional.empty();
        try {
            Folders.delete(folder);
            Files.createDirectories(folder);
            String limit = "none asked for";
            if (conditions.memoryMiB().isPresent()) {
                try {
                    group = Optional.of(MemoryGroup.make(conditions.memoryMiB().get(), ledger));
                    limit = group.get().kind();
                } catch (DatastoreException refused) {
                    limit = "none: " + refused.getMessage();
                }
            }
            draft.environment(Host.environment(conditions, pinning, limit, group.isPresent(), cassandra.version()));
            dataset.copyTo(folder);
            PageCache.drop(Folders.files(folder.resolve("data")));
            NodeSpec spec = NodeSpec.plain(folder, cassandra.jars(), conditions.heapMiB())
                    .withYaml(yaml(planned.configuration()))
                    .within(group);
            try (CassandraProcess node = CassandraProcess.start(spec, ledger)) {
                measure(planned, node, draft);
            }
        } catch (IOException failure) {
            draft.failed(failure);
        } finally {
            end(folder, group, draft);
        }
        return draft.trial();
    }

    private void measure(PlannedTrial planned, CassandraProcess node, TrialDraft draft)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        node.awaitReady(START);
        draft.ready(System.nanoTime() - begin);
        if (pinning.node().isPresent()) {
            node.pin(pinning.node().get());
        }
        draft.effective(EffectiveKnobs.read(node, catalogue, planned.configuration()));
        Map<String, String> properties = new LinkedHashMap<>(conditions.ycsb(planned.readRatio()));
        long seconds = conditions.warmUp().plus(conditions.measured()).toSeconds();
        properties.put("maxexecutiontime", Long.toString(seconds + CONNECT_SECONDS));
        properties.put("cassandra.contactpoints", "127.0.0.1:" + node.cqlPort());
        properties.put("cassandra.keyspace", DatasetStore.KEYSPACE);
        properties.put("cassandra.create", "false");
        properties.put("table", DatasetStore.TABLE);
        OtherLoad others = new OtherLoad(node.handle().pid());
        YcsbResult result = ycsb.run(
                new YcsbRun(false, properties, folders.work().resolve("ycsb"), pinning.client()),
                CLIENT_START.plusSeconds(seconds),
                () -> node.end().isEmpty());
        if (node.end().isPresent()) {
            throw new DatastoreException(node.end().get());
        }
        draft.measured(result, others.share(), MOST_OTHERS);
    }

    private Map<String, Object> yaml(Configuration configuration) {
        Map<String, Object> lines = new LinkedHashMap<>();
        SetKnob.of(configuration, catalogue).forEach(knob -> lines.putAll(knob.cassandraYaml()));
        return lines;
    }

    /** Keeps the logs, removes the copy and the group. */
    private void end(Path folder, Optional<MemoryGroup> group, TrialDraft draft) {
        try {
            Path log = folders.log(draft.id());
            Files.createDirectories(log.getParent());
            draft.log(folders.relative(log));
            keep(folder.resolve("node.log"), log);
            if (!draft.isOk()) {
                keep(folder.resolve("ycsb").resolve("ycsb.log"), log.resolveSibling(draft.id() + ".ycsb.log"));
            }
            if (group.isPresent()) {
                group.get().close();
            }
            Folders.delete(folder);
        } catch (IOException failure) {
            draft.failed(failure);
        }
        draft.ended(Instant.now());
    }

    private static void keep(Path file, Path as) throws IOException {
        if (Files.exists(file)) {
            Files.move(file, as, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
