package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The folder of a verification with made-up trials, whose throughput is known. */
abstract class VerificationCase {

    static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");
    static final String PLAN =
            """
            name: verification
            seed: 1
            trials: 0
            read_ratio: {min: 0, max: 1}
            defaults: {read_ratios: [0.1, 0.9], repeats: 6}
            data: {records: 1000, field_size: 100B}
            client: {threads: 4}
            node: {heap: 512MiB}
            time: {warm_up: 2s, measurement: 5s}
            knobs: {compaction: null, concurrent_reads: null, concurrent_writes: null}
            """;

    @TempDir
    Path folder;

    final List<Trial> lines = new ArrayList<>();
    Configuration usual;

    @BeforeEach
    void plan() throws Exception {
        Files.writeString(folder.resolve("plan.yaml"), PLAN);
        KnobSpace space = KnobCatalogue.read(CATALOGUE, new NodeResources(2, 512))
                .space(List.of("compaction", "concurrent_reads", "concurrent_writes"));
        usual = space.defaults();
    }

    TrialData measured() throws Exception {
        Path file = folder.resolve("trials.jsonl");
        Files.deleteIfExists(file);
        Trials trials = new Trials(file);
        for (Trial line : lines) {
            trials.append(line);
        }
        return TrialData.read(folder, CATALOGUE);
    }

    void add(double readRatio, Configuration configuration, int repeat, double throughput) {
        lines.add(Lines.measured(
                new PlannedTrial(Workload.ofReadRatio(readRatio), configuration, repeat),
                throughput,
                Instant.ofEpochSecond(1_800_000_000L + 60L * lines.size()).toString()));
    }
}
