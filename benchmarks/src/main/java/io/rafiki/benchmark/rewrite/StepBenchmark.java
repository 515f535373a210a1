package io.rafiki.benchmark.rewrite;

import io.rafiki.trainer.ycsb.DataSetSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Measures the cost of steps on the compaction scale: compacted bytes, seconds until compactions are at their former rate, and the clients'
 * loss in that time.
 *
 * <p>The conditions are near those of sustained trials: whole rows, more data than page cache, and limited disk reads. Memtables are small, so
 * that a window contains several flushes at 90 % reads, too.
 */
final class StepBenchmark {

    static final String FILE = "steps.jsonl";

    private static final DataSetSpec ROWS = new DataSetSpec(200_000, 1, 1000, 1);
    private static final RewriteCase.Speed SPEED = new RewriteCase.Speed(Optional.empty(), Optional.of(3_000), 64);
    private static final Map<String, Object> MEMTABLES = Map.of("memtable_heap_space", "32MiB");

    private final Path out;
    private final NodesUnderLoad nodes;

    /**
     * @param home the distribution
     * @param out folder of the results and the data sets
     * @param say receives progress lines
     */
    StepBenchmark(Path home, Path out, Consumer<String> say) throws IOException, InterruptedException {
        this.out = out.toAbsolutePath();
        this.nodes = new NodesUnderLoad(home, out, FILE, say);
    }

    /**
     * Measures the cases that have no result yet.
     *
     * @param shown receives each result, also those of earlier runs
     */
    List<StepResult> run(List<StepCase> cases, Consumer<StepResult> shown) throws IOException, InterruptedException {
        return nodes.run(
                cases,
                StepResult.class,
                (result, what) -> result.name().equals(what.toString()),
                this::measured,
                shown);
    }

    private StepResult measured(StepCase what) throws IOException, InterruptedException {
        Path schedule = Files.writeString(
                out.resolve("schedule.csv"), "0,0\n" + StepRun.AGEING.toSeconds() + "," + what.readRatio() + "\n");
        return nodes.underLoad(
                new NodesUnderLoad.Setup(
                        ROWS,
                        RewriteCase.layout(what.before()),
                        SPEED,
                        MEMTABLES,
                        Map.of(
                                "workload",
                                "io.rafiki.ycsb.MetagenomicsWorkload",
                                "rafiki.schedule",
                                schedule.toString())),
                (management, node) -> StepResult.of(what, new StepRun(management, node).measure(what)));
    }
}
