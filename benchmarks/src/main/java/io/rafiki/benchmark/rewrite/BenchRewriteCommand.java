package io.rafiki.benchmark.rewrite;

import io.rafiki.benchmark.result.OutOption;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.cli.OptionRange;
import io.rafiki.trainer.statistics.Median;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench rewrite}: measures how well the duration of a rewrite of data is predicted. */
@Command(
        name = "rewrite",
        mixinStandardHelpOptions = true,
        description = "Compares the predicted and the measured duration of rewrites on real nodes of different speed,"
                + " and the clients' loss with and without a controlled compaction_throughput. About 5 min per case."
                + " Each case is a line of rewrites.jsonl in --out. The same command continues an interrupted run.")
public final class BenchRewriteCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--cases",
            paramLabel = "N",
            defaultValue = "20",
            description = "Rewrites, each on two nodes of the same speed. Default: ${DEFAULT-VALUE}.")
    private int cases;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "150000",
            description = "Rows of 1 KB of the smallest table; others have 2 and 4 times as many."
                    + " Default: ${DEFAULT-VALUE}.")
    private long rows;

    @Option(
            names = "--loss",
            paramLabel = "SHARE",
            defaultValue = "0.2",
            description = "Share of the throughput that clients may lose. Default: ${DEFAULT-VALUE}.")
    private double loss;

    @Option(
            names = "--duration-only",
            description =
                    "Skip the second node of each case, with a controlled compaction_throughput. This halves the time.")
    private boolean durationOnly;

    @Mixin
    private OutOption out;

    @Override
    public Integer call() throws IOException {
        OptionRange.require(spec, "--cases", 1, RewriteCase.all().size(), cases);
        OptionRange.requireAtLeast(spec, "--rows", 1_000, rows);
        OptionRange.require(spec, "--loss", loss > 0 && loss < 1, "above 0 and below 1", loss);
        PrintWriter print = spec.commandLine().getOut();
        Consumer<String> lines = line -> {
            print.println(line);
            print.flush();
        };
        try {
            List<RewriteResult> results = new RewriteBenchmark(
                            InstallPaths.home(),
                            out.folder(),
                            rows,
                            durationOnly ? Optional.empty() : Optional.of(loss),
                            lines)
                    .run(cases, result -> lines.accept(line(result)));
            double[] errors =
                    results.stream().mapToDouble(each -> Math.abs(each.error())).toArray();
            List<RewriteResult.Controlled> controlled = results.stream()
                    .map(RewriteResult::controlled)
                    .filter(Objects::nonNull)
                    .toList();
            lines.accept(String.format(
                    Locale.ROOT,
                    "rewrite: cases=%d within30=%d covered=%d error=%.0f%% controlled=%d controlled_within_loss=%d",
                    results.size(),
                    results.stream().filter(RewriteResult::isNear).count(),
                    results.stream().filter(RewriteResult::isCovered).count(),
                    100 * Median.of(errors),
                    controlled.size(),
                    controlled.stream().filter(each -> each.loss() <= loss).count()));
            return 0;
        } catch (InterruptedException toldToStop) {
            return InstallPaths.INTERRUPTED;
        }
    }

    static String line(RewriteResult result) {
        return String.format(
                Locale.ROOT,
                "%d. %s: predicted %.0f s (%s, %.0f to %.0f s, %d MB), measured %s%.1f s, error %+.0f %%;"
                        + " clients lost %.0f %%%s",
                result.number(),
                result.name(),
                result.predicted(),
                result.basis().toLowerCase(Locale.ROOT),
                result.shortest(),
                result.longest(),
                result.megabytes(),
                atLeast(result.ended()),
                result.measured(),
                100 * result.error(),
                100 * result.loss(),
                result.controlled() == null ? "" : "; controlled: " + line(result.controlled()));
    }

    private static String line(RewriteResult.Controlled controlled) {
        return String.format(
                Locale.ROOT,
                "%.0f %% in %s%.1f s (predicted %.0f s), at %d MiB/s",
                100 * controlled.loss(),
                atLeast(controlled.ended()),
                controlled.seconds(),
                controlled.predicted(),
                controlled.limit());
    }

    /** The measured duration of a rewrite that was cut off is a lower limit. */
    private static String atLeast(boolean ended) {
        return ended ? "" : "at least ";
    }
}
