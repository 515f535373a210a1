package io.rafiki.benchmark.rewrite;

import io.rafiki.decision.RewriteDuration;
import io.rafiki.trainer.ycsb.DataSetSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Compares the predicted duration of rewrites of data with the measured one, on nodes of different speed, and the clients' loss with and
 * without a controlled limit of compactions.
 *
 * <p>Each case starts one or two nodes with a copy of the same data. The prediction rests on the node's own compactions, or on a trial compaction.
 */
public final class RewriteBenchmark {

    private final NodesUnderLoad nodes;
    private final long rows;
    private final Optional<Double> allowed;

    /**
     * @param home the distribution
     * @param out folder of the results and the data sets
     * @param rows rows of the smallest table
     * @param allowed share of the throughput that clients may lose, for another rewrite of each case with a controlled limit of
     *     compactions; empty for none
     * @param say receives progress lines
     */
    public RewriteBenchmark(Path home, Path out, long rows, Optional<Double> allowed, Consumer<String> say)
            throws IOException, InterruptedException {
        this.nodes = new NodesUnderLoad(home, out, "rewrites.jsonl", say);
        this.rows = rows;
        this.allowed = allowed;
    }

    /**
     * Measures the cases that have no result yet.
     *
     * @param cases number of cases
     * @param shown receives each result, also those of earlier runs
     */
    List<RewriteResult> run(int cases, Consumer<RewriteResult> shown) throws IOException, InterruptedException {
        return nodes.run(
                RewriteCase.all().subList(0, cases),
                RewriteResult.class,
                (result, what) -> result.isOf(what, rows, allowed),
                this::measured,
                shown);
    }

    private RewriteResult measured(RewriteCase what) throws IOException, InterruptedException {
        RewriteRun.Measured free = run(what, Optional.empty());
        RewriteResult.Controlled controlled = allowed.isPresent() ? controlled(what) : null;
        RewriteDuration duration = free.predicted().duration();
        return new RewriteResult(
                what.number(),
                what.toString(),
                duration.basis().toString(),
                duration.expected().toMillis() / 1e3,
                duration.shortest().toMillis() / 1e3,
                duration.longest().toMillis() / 1e3,
                free.seconds(),
                free.predicted().bytes() / 1_000_000,
                free.share(),
                free.loss(),
                controlled,
                free.trials(),
                free.rewrite(),
                free.looks(),
                RewriteResult.megabytes(free.volume()),
                rows,
                free.ended());
    }

    private RewriteResult.Controlled controlled(RewriteCase what) throws IOException, InterruptedException {
        RewriteRun.Measured measured = run(what, allowed);
        return new RewriteResult.Controlled(
                measured.seconds(),
                measured.loss(),
                measured.limit(),
                measured.predicted().duration().expected().toMillis() / 1e3,
                allowed.orElseThrow(),
                measured.ended());
    }

    private RewriteRun.Measured run(RewriteCase what, Optional<Double> permitted)
            throws IOException, InterruptedException {
        return nodes.underLoad(
                new NodesUnderLoad.Setup(
                        new DataSetSpec(rows * what.size(), 10, 100, 0.5),
                        RewriteCase.layout(what.from()),
                        what.speed(),
                        Map.of(),
                        Map.of()),
                (management, node) ->
                        new RewriteRun(management, node, what, permitted.orElse(1.0)).measure(permitted.isPresent()));
    }
}
