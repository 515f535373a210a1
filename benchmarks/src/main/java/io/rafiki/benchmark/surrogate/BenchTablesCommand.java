package io.rafiki.benchmark.surrogate;

import io.rafiki.benchmark.result.PairedComparison;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.cli.OptionRange;
import io.rafiki.trainer.cli.TrainingOptions;
import io.rafiki.trainer.evaluate.PublishedFigure;
import io.rafiki.trainer.evaluate.SplitErrors;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.Holm;
import io.rafiki.trainer.statistics.PValue;
import io.rafiki.trainer.table.CsvTable;
import io.rafiki.trainer.table.MeasuredTable;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrainingData;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench tables}: compares two noise priors on public tables. */
@Command(
        name = "tables",
        mixinStandardHelpOptions = true,
        description = {
            "Trains on random rows of tables and predicts all others. The noise prior is 5 %% of the range for all"
                    + " networks, or 1 %% for those with one prior per input, as in rafiki train.",
            "Compares the errors in pairs, adjusted by Holm, and shows the least published error. Starts no node."
        })
public final class BenchTablesCommand implements Callable<Integer> {

    private static final long SEED = 1;
    private static final double LEVEL = 0.05;

    /** More training rows take long, and campaigns are smaller. */
    private static final int MOST_TRAINED = 500;

    /** Of tables without a published error. */
    private static final List<Integer> USUAL_SIZES = List.of(18, 90);

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "DIR|FILE",
            arity = "1..*",
            description = "CSV files, or a folder of these. The last column of each was measured.")
    private List<Path> paths = new ArrayList<>();

    @Option(
            names = "--train-sizes",
            paramLabel = "N",
            split = ",",
            description = "Numbers of training rows. Default: those with a published error, up to 500; 18 and 90 for"
                    + " other tables.")
    private List<Integer> trainSizes = new ArrayList<>();

    @Option(names = "--repeats", paramLabel = "N", description = "Random splits, 2 or more. Default: ${DEFAULT-VALUE}.")
    private int repeats = 10;

    @Mixin
    private TrainingOptions training;

    @Override
    public Integer call() throws IOException, InterruptedException {
        int nets = training.nets(TrainingConfig.DEFAULT);
        OptionRange.requireAtLeast(spec, "--repeats", 2, repeats);
        OptionRange.require(spec, "--nets", 1, 1000, nets);
        OptionRange.requireAtLeast(spec, "--threads", 1, training.threads());
        OptionRange.require(
                spec,
                "--train-sizes",
                trainSizes.stream().allMatch(size -> size >= TrainingData.FEWEST),
                TrainingData.FEWEST + " or more",
                trainSizes);
        List<MeasuredTable> tables = tables();
        List<TableResult> results = new ArrayList<>();
        try (ProgressReporter progress = InstallPaths.progress(spec)) {
            long steps = tables.stream().mapToLong(table -> sizes(table).size()).sum();
            progress.begin("Tables", steps, 0, "sizes");
            for (MeasuredTable table : tables) {
                for (int size : sizes(table)) {
                    results.add(result(table, size));
                    progress.done(results.size());
                }
            }
        }
        print(results, spec.commandLine().getOut());
        return 0;
    }

    private List<MeasuredTable> tables() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                try (Stream<Path> all = Files.list(path)) {
                    all.filter(file -> file.toString().endsWith(".csv"))
                            .sorted()
                            .forEach(files::add);
                }
            } else {
                files.add(path);
            }
        }
        List<MeasuredTable> tables = new ArrayList<>();
        for (Path file : files) {
            tables.add(CsvTable.read(file));
        }
        if (tables.stream().allMatch(table -> sizes(table).isEmpty())) {
            throw new ParameterException(
                    spec.commandLine(),
                    paths + ": expected CSV files with more rows than --train-sizes, found " + tables.size()
                            + " files, and none with more. Check the path, or train on fewer rows.");
        }
        return tables;
    }

    private List<Integer> sizes(MeasuredTable table) {
        List<Integer> published = PublishedFigure.trainSizes(table).stream()
                .filter(size -> size <= MOST_TRAINED)
                .toList();
        List<Integer> usual = published.isEmpty() ? USUAL_SIZES : published;
        return (trainSizes.isEmpty() ? usual : trainSizes)
                .stream().filter(size -> size < table.rows()).toList();
    }

    private TableResult result(MeasuredTable table, int size) throws InterruptedException {
        TrainingConfig recipe = training.of(TrainingConfig.DEFAULT, 1, SEED);
        SplitErrors errors = new SplitErrors(table, repeats, SEED, training.threads());
        return new TableResult(
                String.valueOf(Path.of(table.source()).getFileName()),
                size,
                new PairedComparison(errors.of(recipe.withOneNoisePrior(), size), errors.of(recipe, size)),
                PublishedFigure.best(table, size));
    }

    private void print(List<TableResult> results, PrintWriter out) {
        double[] p = Holm.adjusted(results.stream().mapToDouble(TableResult::p).toArray());
        TextTable table = new TextTable("table", "rows", "5 %", "1 %", "change", "p (Holm)", "published");
        double logs = 0;
        int better = 0;
        int worse = 0;
        for (int i = 0; i < p.length; i++) {
            TableResult result = results.get(i);
            ConfidenceInterval change = result.errors().share();
            logs += Math.log1p(change.mean());
            better += p[i] < LEVEL && change.mean() < 0 ? 1 : 0;
            worse += p[i] < LEVEL && change.mean() > 0 ? 1 : 0;
            table.row(
                    result.table(),
                    result.trainSize(),
                    number("%.2f", mean(result.errors().without())),
                    number("%.2f", mean(result.errors().with())),
                    String.format(
                            Locale.ROOT,
                            "%+.1f %% [%+.1f, %+.1f]",
                            100 * change.mean(),
                            100 * change.low(),
                            100 * change.high()),
                    PValue.text(p[i]),
                    result.published()
                            .map(figure -> number("%.2f", figure.error()) + " " + figure.method())
                            .orElse("-"));
        }
        out.println("Mean error in percent over " + repeats + " random splits, by noise prior; the change with its 95 %"
                + " interval holds for other splits of the table.");
        out.println(table.text());
        out.println(String.format(
                Locale.ROOT,
                "tables: sizes=%d repeats=%d error=%+.1f%% better=%d worse=%d (adjusted p < %s)",
                p.length,
                repeats,
                100 * Math.expm1(logs / p.length),
                better,
                worse,
                LEVEL));
        out.flush();
    }

    private static double mean(List<Double> errors) {
        return errors.stream().mapToDouble(error -> error).average().orElseThrow();
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
