package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Exports the folder of another optimiser by {@code rafiki export --to}. */
abstract class ExportCase {

    static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");
    static final Path PLANS = Path.of("../conf/plans");
    static final Path SUSTAINED = PLANS.resolve("sustained.yaml");
    static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path folder;

    Path out;
    final StringWriter err = new StringWriter();

    @BeforeEach
    void aNewFolder() {
        out = folder.resolve("out");
    }

    void export(String optimizer, String... more) {
        assertThat(tryExport(optimizer, more)).as(err.toString()).isZero();
    }

    int tryExport(String optimizer, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("export", "--to=" + optimizer, "--out=" + out, "--catalogue=" + CATALOGUE));
        arguments.addAll(List.of(more));
        if (arguments.stream().noneMatch(each -> each.startsWith("--workload"))) {
            arguments.add("--workload=0.5");
        }
        if (arguments.stream().noneMatch(each -> each.startsWith("--plan"))) {
            arguments.add("--plan=" + SUSTAINED);
        }
        return execute(arguments.toArray(String[]::new));
    }

    int execute(String... arguments) {
        err.getBuffer().setLength(0);
        return Rafiki.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    /** The plan with 80 MiB for a chunk cache. */
    Path tightPlan() throws Exception {
        return tightPlan(800, 128);
    }

    /** The plan with a limit of the memory and an upper end of the chunk cache's range, in MiB. */
    Path tightPlan(int memory, int largestCache) throws Exception {
        return Files.writeString(
                folder.resolve("tight.yaml"),
                Files.readString(SUSTAINED)
                        .replace("memory: 1000MiB", "memory: " + memory + "MiB")
                        .replace(
                                "file_cache_size: {min: 64, max: 128}",
                                "file_cache_size: {min: 64, max: " + largestCache + "}"));
    }
}
