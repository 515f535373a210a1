package io.rafiki.trainer.plan;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.trial.PlannedTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A plan file as text, with lines replaced, and what is read from it with the shipped catalogue. */
public final class PlanText {

    public static final String TEXT =
            """
            name: test
            seed: 7
            trials: 16
            read_ratio: {min: 0.2, max: 0.8}
            defaults: {read_ratios: [0.1, 0.9], repeats: 2}
            data: {records: 1000, fields: 2, field_size: 100B, update_fraction: 0.5}
            client: {threads: 4, distribution: zipfian, reuse_distance: 50}
            node: {heap: 512MiB, memory: 1GiB, read_iops: 3000, cpu: 1.5, read_ahead: 128KiB, pin: false}
            time: {warm_up: 2s, measurement: 5s}
            max_background_cpu: 0.2
            knobs:
              compaction: {choices: [Leveled, SizeTiered]}
              concurrent_reads: {min: 8, max: 64}
              file_cache_size: {max: 128}
              memtable_cleanup_threshold:
            """;

    private PlanText() {}

    public static KnobCatalogue catalogue() throws ConfigException {
        return KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 512));
    }

    public static CampaignPlan read(Path folder, String text) throws IOException, ConfigException {
        return CampaignPlan.read(Files.writeString(folder.resolve("plan.yaml"), text));
    }

    /** The trials of the plan with one part of its text replaced. */
    public static List<PlannedTrial> trials(Path folder, String part, String other)
            throws IOException, ConfigException {
        if (!TEXT.contains(part)) {
            throw new IllegalArgumentException("the plan has no " + part);
        }
        CampaignPlan plan = read(folder, TEXT.replace(part, other));
        return plan.trials(plan.space(catalogue()));
    }
}
