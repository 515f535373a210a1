package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** The command of the distribution simulates a node under a trace. */
class SimulateIT {

    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

    @TempDir
    Path folder;

    @Test
    @Execution(CONCURRENT)
    void showsEachChangeThatWouldHaveBeenMade() throws Exception {
        Path model = SteepModel.write(folder.resolve("model.zip"));
        Path yaml = Files.writeString(folder.resolve("rafiki.yaml"), "window: 1m\nmode: observe\n");
        Command done = simulate("--trace", trace().toString(), "--model", model.toString(), "--yaml", yaml.toString());
        assertThat(done.exit()).as(done.output()).isZero();
        List<String> lines = done.output().lines().toList();
        assertThat(lines.get(lines.size() - 1))
                .as(done.output())
                .matches("simulate: windows=720 changes=[2-9] rollbacks=0 rewriting=0 holds=7[01]\\d");
        assertThat(lines.get(0))
                .as("the first window alone does not show that the load is steady")
                .startsWith("2026-11-01T00:02:00Z [d2] predicted gain ")
                .contains("concurrent_reads 32 -> ", "(read ratio 0.90, costs instant)");
        assertThat(lines).anySatisfy(line -> assertThat(line).startsWith("holds: workload_unchanged "));
        assertThat(simulate("--trace", trace().toString(), "--model", model.toString(), "--yaml", yaml.toString())
                        .output())
                .isEqualTo(done.output());
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("model.zip", "rafiki.yaml", "trace.csv");
        }
    }

    @Test
    @Execution(CONCURRENT)
    void refusesAnUnsoundFileWithOneLine() throws Exception {
        Path model = SteepModel.write(folder.resolve("model.zip"));
        Path bad = Files.writeString(folder.resolve("bad.csv"), "start,reads,writes,scans\nnoon,1,2,3\n");
        Command refused = simulate("--trace", bad.toString(), "--model", model.toString());
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.output().lines())
                .singleElement()
                .asString()
                .startsWith("rafiki: " + bad + ":2: start: expected a time");
        Command noModel = simulate("--trace", trace().toString(), "--model", bad.toString());
        assertThat(noModel.exit()).isEqualTo(1);
        assertThat(noModel.output().lines()).singleElement().asString().contains(bad.toString());
    }

    /** Half a day of read-heavy hours, except for four. */
    private Path trace() throws IOException {
        List<String> lines = new ArrayList<>(List.of("start,reads,writes,scans"));
        for (int hour = 0; hour < 12; hour++) {
            boolean burst = hour >= 4 && hour < 8;
            lines.add(START.plus(Duration.ofHours(hour)) + "," + (burst ? "360000,3240000,0" : "3240000,360000,0"));
        }
        return Files.write(folder.resolve("trace.csv"), lines);
    }

    private Command simulate(String... words) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "-Drafiki.home=" + Distribution.file("."),
                "-cp",
                Distribution.classPath(),
                "io.rafiki.trainer.cli.Rafiki",
                "simulate"));
        arguments.addAll(List.of(words));
        return Command.java(Command.JAVA, folder, arguments);
    }
}
