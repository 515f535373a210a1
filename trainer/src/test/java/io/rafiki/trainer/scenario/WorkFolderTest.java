package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.host.ProcessLedger;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFolderTest {

    private static final String AT_WORK = "at work";

    @TempDir
    private Path folder;

    /** Writes the file of a node, and works until it is told to end. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            Path out = Path.of(arguments[0]);
            Path work = out.resolve("work");
            Path ledger = work.resolve("started");
            String records = arguments[1];
            try {
                new WorkFolder(out, work, new ProcessLedger(ledger), System.out::println)
                        .run(() -> work(work, ledger, records), System.out::println);
            } catch (InterruptedException toldToStop) {
                // the test ends this program
            }
        }

        private static Path work(Path work, Path ledger, String records) throws IOException, InterruptedException {
            Files.writeString(Files.createDirectories(work.resolve("node1")).resolve("system.log"), "up\n");
            if (!records.isEmpty()) {
                Files.writeString(ledger, records);
            }
            System.out.println(AT_WORK);
            Thread.sleep(60_000);
            return work;
        }
    }

    @Test
    void theEndOfTheJvmDeletesTheFolder() throws Exception {
        assertThat(end("")).containsExactly("Stopped.");
        assertThat(folder.resolve("work")).doesNotExist();
    }

    /** A folder is no setting that can be restored. */
    @Test
    void theFolderStaysWhileItListsWhatCouldNotBeEnded() throws Exception {
        Path work = folder.resolve("work");
        String boot =
                Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        String records = "setting 128 " + boot + " " + work.resolve("node1") + "\n";
        assertThat(end(records)).singleElement().satisfies(line -> assertThat(line)
                .startsWith("Stopped; the next run ends what is left (")
                .endsWith(". " + work + " stays behind."));
        assertThat(work.resolve("started")).hasContent(records);
    }

    @Test
    void theFolderStaysAfterAFailureAndIsNamed() {
        Path work = folder.resolve("work");
        List<String> lines = linesOfAFailure(() -> Files.createDirectories(work.resolve("node1")));
        assertThat(work.resolve("node1")).exists();
        assertThat(lines).containsExactly("The files of the nodes stay in " + work + " until the next run.");
    }

    /** Such as a full disk before the first node. */
    @Test
    void aFailureWithoutFilesNamesNoFolder() {
        assertThat(linesOfAFailure(() -> folder)).isEmpty();
    }

    /** @param before is done before the failure */
    private List<String> linesOfAFailure(ScenarioRunner.Work<Path> before) {
        Path work = folder.resolve("work");
        List<String> lines = new ArrayList<>();
        WorkFolder nodes = new WorkFolder(folder, work, new ProcessLedger(work.resolve("started")), lines::add);
        assertThatThrownBy(() -> nodes.run(
                        () -> {
                            before.run();
                            throw new IOException("node: ended with 3");
                        },
                        lines::add))
                .hasMessage("node: ended with 3");
        return lines;
    }

    /** The lines that the program prints after it was told to end. */
    private List<String> end(String records) throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        folder.toString(),
                        records)
                .redirectErrorStream(true)
                .start();
        try (BufferedReader printed = jvm.inputReader()) {
            assertThat(printed.readLine()).isEqualTo(AT_WORK);
            assertThat(folder.resolve("work")).exists();
            // Process.destroy would close the stream
            jvm.toHandle().destroy();
            List<String> lines = printed.lines().toList();
            jvm.waitFor();
            return lines;
        }
    }
}
