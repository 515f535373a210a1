package io.rafiki.trainer.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.report.text.KnobFormatter;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the knob catalogue with the ranges of a machine. */
@Command(
        name = "knobs",
        mixinStandardHelpOptions = true,
        description = "Shows the tunable knobs: values, default, cost of a change, and how each is set.")
final class KnobsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "KNOB", description = "Show all details of this knob.")
    private String knob;

    @Mixin
    private CatalogueOption catalogue;

    @Option(names = "--cores", paramLabel = "N", description = "Cores of the node. Default: this machine's.")
    private Integer cores;

    @Option(
            names = "--heap-mib",
            paramLabel = "MiB",
            description = "Heap of the node in MiB. Default: the heap that cassandra-env.sh selects on this machine.")
    private Long heapMiB;

    @Option(
            names = "--memory-mib",
            paramLabel = "MiB",
            description = "Memory or memory limit of the node in MiB. Default: this machine's.")
    private Long memoryMiB;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws ConfigException, JsonProcessingException {
        KnobCatalogue read = KnobCatalogue.read(catalogue.file(), machine());
        List<KnobDefinition> entries = knob == null ? read.entries() : List.of(entry(read));
        PrintWriter out = spec.commandLine().getOut();
        if (output.isJson()) {
            out.println(new ObjectMapper()
                    .writerWithDefaultPrettyPrinter()
                    .writeValueAsString(
                            entries.stream().map(KnobFormatter::details).toList()));
        } else {
            out.println(knob == null ? KnobFormatter.table(read) : KnobFormatter.text(entries.get(0)));
        }
        out.flush();
        return 0;
    }

    private KnobDefinition entry(KnobCatalogue read) {
        try {
            return read.entry(knob);
        } catch (IllegalArgumentException unknown) {
            throw new ParameterException(spec.commandLine(), unknown.getMessage(), unknown);
        }
    }

    private NodeResources machine() {
        try {
            return new NodeResources(
                            cores == null ? Runtime.getRuntime().availableProcessors() : cores,
                            heapMiB == null ? usualHeapMiB() : heapMiB)
                    .memory(memoryMiB == null ? memory() : memoryMiB);
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
    }

    /** {@code max(min(memory / 2, 1 GiB), min(memory / 4, 8 GiB))}, as cassandra-env.sh computes it. */
    private static long usualHeapMiB() {
        long memory = memory();
        return Math.max(1, Math.max(Math.min(memory / 2, 1024), Math.min(memory / 4, 8192)));
    }

    private static long memory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() >> 20;
    }
}
