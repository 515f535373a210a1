package io.rafiki;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** {@code rafiki collect} on a plan of two trials, in a folder of its own. */
final class Collecting extends TrainerProcess {

    /** Others may use all processors: a machine that builds is not a quiet one, and its figures do not matter here. */
    private static final String PLAN =
            """
            name: tiny
            seed: 1
            trials: 0
            read_ratio: {min: 0.0, max: 1.0}
            defaults: {read_ratios: [0.1, 0.9], repeats: 1}
            data: {records: 20000, fields: 1, field_size: 1000B, update_fraction: 0.1}
            client: {threads: 8}
            node: {heap: 512MiB, memory: 1GiB}
            time: {warm_up: 1s, measurement: 5s}
            max_background_cpu: 1.0
            knobs:
              concurrent_reads:
            """;

    /** The plan as it stands, on rows that other tests use too. */
    Collecting(Path folder) throws IOException, InterruptedException {
        this(folder, PLAN, QuickStart.onQuickNodes(onSharedData()));
    }

    /** With another plan, and more options. */
    Collecting(Path folder, String plan, String... options) throws IOException {
        super(
                folder,
                Stream.concat(
                                Stream.of(
                                        "collect",
                                        "--plan",
                                        Files.writeString(folder.resolve("plan.yaml"), plan)
                                                .toString()),
                                Stream.of(options))
                        .toList());
    }

    /** The plan with a part replaced. */
    static String plan(String part, String other) {
        if (!PLAN.contains(part)) {
            throw new IllegalArgumentException("the plan has no " + part);
        }
        return PLAN.replace(part, other);
    }

    /** Writes the plan. */
    static Path plan(Path file) throws IOException {
        return Files.writeString(file, PLAN);
    }

    /** The complete lines of trials.jsonl. */
    List<JsonNode> trials() throws IOException {
        return Lines.of(out().resolve("trials.jsonl"));
    }
}
