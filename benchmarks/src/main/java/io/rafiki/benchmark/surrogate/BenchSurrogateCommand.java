package io.rafiki.benchmark.surrogate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.benchmark.result.BenchmarkResult;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.cli.CatalogueOption;
import io.rafiki.trainer.cli.OptionRange;
import io.rafiki.trainer.cli.Output;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench surrogate}: measures evaluation, training and search. */
@Command(
        name = "surrogate",
        mixinStandardHelpOptions = true,
        description =
                "Measures the surrogate on one core: evaluations, garbage, training and search, and DL4J's output for"
                        + " comparison.")
public final class BenchSurrogateCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--seeds", paramLabel = "N", description = "Searches per read ratio. Default: ${DEFAULT-VALUE}.")
    private int seeds = 30;

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "Parts to run: evaluation, training, coverage, search. Default: all.")
    private List<SurrogateBenchmark.Part> only = List.of(SurrogateBenchmark.Part.values());

    @Mixin
    private CatalogueOption catalogue;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws ConfigException, InterruptedException, JsonProcessingException {
        OptionRange.requireAtLeast(spec, "--seeds", 1, seeds);
        KnobCatalogue knobs = KnobCatalogue.read(catalogue.file(), new NodeResources(2, 1024));
        PrintWriter out = spec.commandLine().getOut();
        List<BenchmarkResult> figures = new ArrayList<>();
        if (!output.isJson()) {
            out.println(machine());
            out.println(
                    "Median of the runs, and what 80 % of them lie between. Command: rafiki bench surrogate --seeds "
                            + seeds);
            out.flush();
        }
        new SurrogateBenchmark(knobs, seeds, only).run(figure -> {
            figures.add(figure);
            if (!output.isJson()) {
                out.println(line(figure));
                out.flush();
            }
        });
        if (output.isJson()) {
            out.println(new ObjectMapper().writeValueAsString(Map.of("machine", machine(), "figures", figures)));
            out.flush();
        }
        return 0;
    }

    private static String line(BenchmarkResult figure) {
        String number = figure.runs() == 1
                ? number(figure.median())
                : number(figure.median()) + " (" + number(figure.low()) + " .. " + number(figure.high()) + ", "
                        + figure.runs() + " runs)";
        return String.format(Locale.ROOT, "%-78s %s %s", figure.name(), number, figure.unit());
    }

    private static String number(double value) {
        return String.format(
                Locale.ROOT, Math.abs(value) >= 100 ? "%,.0f" : value == Math.rint(value) ? "%.0f" : "%.2f", value);
    }

    private static String machine() {
        return processor() + ", " + Runtime.getRuntime().availableProcessors() + " processors, "
                + System.getProperty("java.vm.name") + " " + System.getProperty("java.version") + ", "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch");
    }

    private static String processor() {
        try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException unknown) {
            return "unknown processor";
        }
    }
}
