package io.rafiki.benchmark;

import io.rafiki.benchmark.RewriteBenchmark.Case;
import io.rafiki.trainer.cassandra.DataSetSpec;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.statistics.Median;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench rewrite}: measures how well the duration of a rewrite of data is predicted. */
@Command(
        name = "rewrite",
        mixinStandardHelpOptions = true,
        description = "Compares the predicted and the measured duration of rewrites on real nodes of different speed."
                + " Each node changes to Leveled and back. About 5 min per node.")
final class BenchRewriteCommand implements Callable<Integer> {

    private static final double NEAR = 0.3;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "10",
            description = "Nodes with two rewrites each. Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "500000",
            description = "Rows of 1 KB, half of them updated. Default: ${DEFAULT-VALUE}.")
    private long rows;

    @Override
    public Integer call() throws IOException {
        if (nodes < 1 || rows < 1_000) {
            throw new ParameterException(
                    spec.commandLine(),
                    "expected --nodes from 1 and --rows from 1000, found " + List.of(nodes, rows) + ".");
        }
        PrintWriter out = spec.commandLine().getOut();
        try {
            List<Case> cases = new RewriteBenchmark(
                            InstallPaths.home(),
                            Files.createTempDirectory("rafiki-rewrite"),
                            new DataSetSpec(rows, 10, 100, 0.5),
                            line -> {
                                out.println(line);
                                out.flush();
                            })
                    .run(nodes);
            double[] errors =
                    cases.stream().mapToDouble(each -> Math.abs(each.error())).toArray();
            out.printf(
                    Locale.ROOT,
                    "rewrite: cases=%d within30=%d covered=%d error=%.0f%%%n",
                    cases.size(),
                    cases.stream()
                            .filter(each -> Math.abs(each.error()) <= NEAR)
                            .count(),
                    cases.stream().filter(Case::covered).count(),
                    100 * (errors.length == 0 ? Double.NaN : Median.of(errors)));
            out.flush();
            return 0;
        } catch (InterruptedException toldToStop) {
            return InstallPaths.INTERRUPTED;
        }
    }
}
