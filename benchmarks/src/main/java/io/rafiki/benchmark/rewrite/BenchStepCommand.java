package io.rafiki.benchmark.rewrite;

import io.rafiki.benchmark.result.OutOption;
import io.rafiki.benchmark.result.ResultFile;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.cli.OptionRange;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench step}: measures the cost of one step on the compaction scale. */
@Command(
        name = "step",
        mixinStandardHelpOptions = true,
        description =
                "Measures steps on the scale of UnifiedCompactionStrategy, from L10 over N to T10, on real nodes under"
                        + " load. The cost of a step is compacted bytes, seconds until compactions are at their former rate, and the"
                        + " clients' loss until then. Each step is compared with a window without a step on the same node."
                        + " About 9 min per step. Each is a line of steps.jsonl in --out. The same command continues an"
                        + " interrupted run.")
public final class BenchStepCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--width",
            paramLabel = "N",
            defaultValue = "1",
            description = "Difference of the scaling parameters; from L10 to L4 it is 6. Default: ${DEFAULT-VALUE}.")
    private int width;

    @Option(
            names = "--cases",
            paramLabel = "N",
            defaultValue = "2147483647",
            description = "Measures the first N steps; 0 only evaluates earlier results. Default: all, 24 of width 1.")
    private int cases;

    @Mixin
    private OutOption out;

    @Override
    public Integer call() throws IOException {
        OptionRange.require(spec, "--width", 1, 2 * StepCase.MOST, width);
        OptionRange.requireAtLeast(spec, "--cases", 0, cases);
        PrintWriter print = spec.commandLine().getOut();
        Consumer<String> lines = line -> {
            print.println(line);
            print.flush();
        };
        List<StepCase> steps = StepCase.all(width);
        List<StepResult> results;
        try {
            results = cases == 0
                    ? new ResultFile<>(out.folder().resolve(StepBenchmark.FILE), StepResult.class).read()
                    : new StepBenchmark(InstallPaths.home(), out.folder(), lines)
                            .run(
                                    steps.subList(0, Math.min(cases, steps.size())),
                                    result -> lines.accept(result.line()));
        } catch (InterruptedException toldToStop) {
            return InstallPaths.INTERRUPTED;
        }
        StepSummary.of(results).forEach(summary -> lines.accept(summary.line()));
        return 0;
    }
}
