package io.rafiki.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The task with a shell script as the trial. SparkIT runs it on a cluster with real trials. */
class TrialTaskTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    @Test
    void returnsTheLineAndTheFolderOfTheTrial() throws Exception {
        String script =
                """
                test "$1" = trial && test "$2" = --out || exit 2
                cat input/plan.yaml >> "$3/trials.jsonl"
                exit 1
                """;
        JsonNode first = JSON.readTree(new TrialTask().call(request(script, "{\"id\": \"one\"}\n")));
        assertThat(first.get("line").asText()).isEqualTo("{\"id\": \"one\"}");
        assertThat(folder.resolve(first.get("folder").asText()).resolve("trials.jsonl"))
                .isRegularFile();
        assertThat(first.get("folder").asText())
                .startsWith("machines/"
                        + Files.readString(Path.of("/proc/sys/kernel/hostname")).strip() + "/");

        JsonNode second = JSON.readTree(new TrialTask().call(request(script, "{\"id\": \"two\"}\n")));
        assertThat(second.get("line").asText()).isEqualTo("{\"id\": \"two\"}");
    }

    @Test
    void aTrialWithoutALineIsOneLine() throws Exception {
        String wrong =
                request("echo 'progress'; echo '--seed: found -1.'; echo \"Try 'rafiki trial --help'.\"; exit 2");
        assertThatThrownBy(() -> new TrialTask().call(wrong))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith(": expected a trial, found exit code 2: --seed: found -1.");
        String silent = request("exit 0");
        assertThatThrownBy(() -> new TrialTask().call(silent)).hasMessageEndingWith("found exit code 0: no output");
    }

    @Test
    void aMachineWithoutRafikiIsNamed() throws Exception {
        String request = request("exit 0");
        Files.delete(folder.resolve("rafiki"));
        assertThatThrownBy(() -> new TrialTask().call(request))
                .hasMessageEndingWith(": expected Rafiki at " + folder.resolve("rafiki")
                        + ", found none. Unpack the distribution there.");
    }

    /** The input of the trial ends with its executor, and no earlier. */
    @Test
    void theInputOfARunningTrialIsOpen() throws Exception {
        String script =
                """
                if timeout 1 cat; then echo 'the input has ended'; exit 2; fi
                echo '{}' >> "$3/trials.jsonl"
                """;
        assertThat(JSON.readTree(new TrialTask().call(request(script)))
                        .get("line")
                        .asText())
                .isEqualTo("{}");
    }

    private String request(String script) throws IOException {
        return request(script, "name: x");
    }

    private String request(String script, String plan) throws IOException {
        Path rafiki = Files.writeString(folder.resolve("rafiki"), "#!/bin/sh\n" + script);
        assertThat(rafiki.toFile().setExecutable(true)).isTrue();
        ObjectNode request = JSON.createObjectNode();
        request.put("trial", "one");
        request.put("out", folder.toString());
        request.putObject("files").put("plan.yaml", plan);
        request.putArray("command").add(rafiki.toString()).add("trial");
        return request.toString();
    }
}
