package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import com.datastax.oss.driver.api.core.CqlSession;
import io.rafiki.journal.JournalScan;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.management.openmbean.CompositeData;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hosts that restrict or surprise a node: mounts, environment, locale, size, system calls. On each the tuner observes a real node.
 *
 * <p>A host is a process of its own, which starts the node and inherits its restrictions to it. The short form combines conditions in two
 * node starts; {@code -Drafiki.hostile=each -Dit.timeout=7200} meets each alone.
 */
class HostileHostIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Not below {@code /tmp}, which a host makes unusable. */
    @TempDir(factory = TargetFolder.class)
    private Path folder;

    static Stream<List<Hostility>> hosts() {
        return System.getProperty("rafiki.hostile", "").equals("each")
                ? Stream.of(Hostility.values()).map(List::of)
                : Stream.of(
                        List.of(Hostility.NOEXEC_TMP, Hostility.READ_ONLY_ROOT, Hostility.NO_HOME, Hostility.SECCOMP),
                        List.of(
                                Hostility.NO_LOCALE,
                                Hostility.ARABIC,
                                Hostility.OTHER_TIME_ZONE,
                                Hostility.SMALL_HEAP,
                                Hostility.ONE_CORE));
    }

    @ParameterizedTest
    @MethodSource("hosts")
    @Execution(CONCURRENT)
    void observesTheNode(List<Hostility> conditions) throws Exception {
        conditions.forEach(Hostility::require);
        // here, where the networks' libraries can be loaded
        SteepModel.write(folder.resolve("model.zip"));
        List<String> arguments = new ArrayList<>();
        conditions.forEach(condition -> arguments.addAll(condition.jvmArguments()));
        assertThat(HostProcess.run(
                        Hostility.command(conditions, folder),
                        HostileHostIT.class,
                        folder,
                        arguments,
                        variables -> conditions.forEach(condition -> condition.change(variables))))
                .contains("observed");
    }

    /** Cassandra 5.0.9 itself does not start in a Turkish locale, but an operator's machine may have it. */
    @ParameterizedTest
    @CsvSource({"tr, TR", "ar, EG"})
    @Execution(CONCURRENT)
    void theCommandPrintsTheSameInEachLocale(String language, String country) throws Exception {
        Command here = recommend("en", "US");
        assertThat(here.exit()).as(here.output()).isZero();
        assertThat(here.output()).contains("Predicted gain");
        assertThat(recommend(language, country)).isEqualTo(here);
    }

    private Command recommend(String language, String country) throws IOException, InterruptedException {
        return Command.java(
                Command.JAVA,
                folder,
                List.of(
                        QuickStart.JIT,
                        "-Duser.language=" + language,
                        "-Duser.country=" + country,
                        "-Drafiki.home=" + Distribution.file("."),
                        "-cp",
                        Distribution.file("lib/trainer") + "/*" + File.pathSeparator + Distribution.file("lib/core")
                                + "/*",
                        "io.rafiki.trainer.cli.Rafiki",
                        "recommend",
                        "--model",
                        Distribution.file("conf/models/cassandra-5.0-2core/model.zip")
                                .toString(),
                        "--read-ratio",
                        "0.9"));
    }

    /** The host: starts the node with the further arguments and looks at the tuner. */
    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        Path journal = home.resolve("journal.jsonl");
        Path settings = Files.writeString(
                home.resolve("rafiki.yaml"),
                "mode: observe\nwindow: 2s\nsample: 500ms\njournal: " + journal + "\nmodel: "
                        + home.resolve("model.zip")
                        + "\nnative_cache: " + System.getProperty("rafiki.native")
                        + "\nguardrails: {min_operations: 100}\n");
        List<String> jvm = new ArrayList<>(Arrays.asList(arguments).subList(1, arguments.length));
        // Cassandra itself refuses to start where JNA cannot load its library
        jvm.add("-Djna.tmpdir=" + home);
        jvm.add(RealNode.agent(settings));
        try (RealNode node = RealNode.start(home, jvm.toArray(String[]::new));
                CqlSession session = node.session()) {
            node.awaitTuner();
            VerifiedLoad load = new VerifiedLoad(session, 5, 400);
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> node.tuner("Workload") instanceof CompositeData workload
                            && workload.get("readRatio") instanceof Double ratio
                            && Math.abs(ratio - 0.5) < 0.2);
            load.close();
            assertThat(load.failed()).as(load.first()).isZero();
            assertThat(load.wrong()).as(load.first()).isZero();
            assertThat(node.tuner("Mode")).isEqualTo("observe");
            assertThat(node.tuner("TickErrors")).isEqualTo(0L);
            assertThat(node.model())
                    .containsEntry("file", home.resolve("model.zip").toString());
            assertThat(String.valueOf(node.tuner("Status"))).matches("observe: [ -~]+");
            assertThat(Arrays.toString((CompositeData[]) node.tuner("Knobs"))).contains("concurrent_reads");
            assertThat(JournalScan.of(journal).damagedLines()).isEmpty();
            assertThat(JournalScan.entries(journal)).isNotEmpty();
        }
        System.out.println("observed");
        Runtime.getRuntime().halt(0);
    }
}
