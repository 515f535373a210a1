package io.rafiki.trainer.trial;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.datastore.Dataset;
import io.rafiki.trainer.datastore.Folders;
import io.rafiki.trainer.datastore.ProcessLedger;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs one trial on a node of its own: copy of the prepared data, start, check of what is in effect, warm-up, measurement, end.
 *
 * <p>Whatever goes wrong becomes the trial's status and cause; only an interrupt is thrown.
 */
public final class TrialRunner {

    private final TrialFolders folders;
    private final KnobCatalogue catalogue;
    private final Conditions conditions;
    private final CassandraInstallation cassandra;
    private final ProcessLedger ledger;
    private final Ycsb ycsb;

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
    }

    /** Runs the trial on a copy of the data set, which must be laid out as the configuration's compaction says. */
    public Trial run(PlannedTrial planned, Dataset dataset, Map<String, Long> seeds) throws InterruptedException {
        TrialDraft draft = new TrialDraft(planned, conditions, seeds);
        Map<String, Object> yaml = yaml(planned.configuration());
        try (ConditionedNode node =
                ConditionedNode.start(folders.work(), dataset, conditions, cassandra, ledger, yaml, List.of())) {
            draft.environment(node.environment());
            measure(planned, node, draft);
        } catch (IOException failure) {
            draft.failed(failure);
        } finally {
            end(folders.work(), draft);
        }
        return draft.trial();
    }

    private void measure(PlannedTrial planned, ConditionedNode node, TrialDraft draft)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        node.awaitReady();
        draft.ready(System.nanoTime() - begin);
        draft.effective(EffectiveKnobs.read(node.process(), catalogue, planned.configuration()));
        OtherLoad others = new OtherLoad(node.process().handle().pid());
        Driven driven = node.drive(
                ycsb,
                planned.readRatio(),
                conditions.warmUp(),
                conditions.measured(),
                folders.work().resolve("ycsb"));
        draft.measured(driven, others.share(), conditions.mostOthers());
    }

    private Map<String, Object> yaml(Configuration configuration) {
        Map<String, Object> lines = new LinkedHashMap<>();
        SetKnob.of(configuration, catalogue).forEach(knob -> lines.putAll(knob.cassandraYaml()));
        return lines;
    }

    /** Keeps the logs and removes the copy. */
    private void end(Path folder, TrialDraft draft) {
        try {
            Path log = folders.log(draft.id());
            Files.createDirectories(log.getParent());
            draft.log(folders.relative(log));
            keep(folder.resolve("node.log"), log);
            if (!draft.isOk()) {
                keep(folder.resolve("ycsb").resolve("ycsb.log"), log.resolveSibling(draft.id() + ".ycsb.log"));
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
