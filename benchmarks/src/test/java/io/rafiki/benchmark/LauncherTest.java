package io.rafiki.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher with a Java that prints its arguments. */
class LauncherTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void copyTheLauncher() throws IOException {
        Files.copy(Path.of("../rafiki"), folder.resolve("rafiki"));
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"$@\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void aDistributionNamesTheCheckoutInOneLine() throws Exception {
        Result bench = run("bench", "surrogate");
        assertThat(bench.exit()).isEqualTo(2);
        assertThat(bench.output().lines()).singleElement().asString().contains("distribution", "checkout");
        assertThat(run("train").output()).contains("io.rafiki.trainer.cli.Rafiki train");
    }

    @Test
    void aCheckoutRunsTheBenchmarksOfItsBuild() throws Exception {
        for (String source :
                new String[] {"core", "agent", "trainer", "ycsb-bindings", "benchmarks", "spark", "conf", "docs", "src"
                }) {
            Files.createDirectories(folder.resolve(source));
        }
        Files.createFile(folder.resolve("pom.xml"));
        Files.createFile(Files.createDirectories(folder.resolve("target")).resolve("rafiki-1.tar.gz"));
        Result bench = run("bench", "surrogate", "--seeds", "2");
        assertThat(bench.exit()).isZero();
        assertThat(bench.output())
                .contains("-cp " + folder.resolve("benchmarks/target/classes") + ":")
                .contains(folder.resolve("target/rafiki-1") + "/lib/trainer/*:")
                .endsWith("io.rafiki.benchmark.Benchmarks surrogate --seeds 2\n");
        assertThat(run("train").output()).doesNotContain("benchmarks").endsWith("io.rafiki.trainer.cli.Rafiki train\n");
    }

    private record Result(int exit, String output) {}

    private Result run(String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 2];
        command[0] = "sh";
        command[1] = folder.resolve("rafiki").toString();
        System.arraycopy(arguments, 0, command, 2, arguments.length);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Result(process.exitValue(), output);
    }
}
