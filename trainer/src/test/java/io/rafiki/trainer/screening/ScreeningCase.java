package io.rafiki.trainer.screening;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.plan.CampaignPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The plan of a screening of eight knobs. */
abstract class ScreeningCase {

    static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");
    static final String PLAN =
            """
            name: made-up
            seed: 5
            defaults: {read_ratios: [0.1, 0.9], repeats: 6}
            screen:
              read_ratios: [0.1, 0.9]
              levels: {compaction: [SizeTiered, Leveled]}
            data: {records: 1000, field_size: 100B}
            client: {threads: 4}
            node: {heap: 512MiB}
            time: {warm_up: 2s, measurement: 5s}
            knobs:
              compaction: {choices: [SizeTiered, Leveled, Unified(T4)]}
              concurrent_writes: {min: 8, max: 64}
              concurrent_reads: {min: 8, max: 64}
              memtable_cleanup_threshold:
              memtable_allocation_type:
              memtable_offheap_space:
              trickle_fsync:
              commitlog_segment_size:
            """;

    @TempDir
    Path folder;

    ScreeningDesign design(String text) throws IOException, ConfigException {
        CampaignPlan plan = CampaignPlan.read(Files.writeString(folder.resolve("plan.yaml"), text));
        return ScreeningDesign.of(plan, plan.space(catalogue()));
    }

    static KnobCatalogue catalogue() throws ConfigException {
        return KnobCatalogue.read(CATALOGUE, new NodeResources(2, 512));
    }
}
