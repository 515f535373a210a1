package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialsTest {

    @TempDir
    private Path folder;

    private Path file;
    private Trials trials;

    @BeforeEach
    void open() {
        file = folder.resolve("trials.jsonl");
        trials = new Trials(file);
    }

    @Test
    void whatIsAppendedIsRead() throws IOException {
        trials.append(Lines.measured("a"));
        trials.append(Lines.ended("b", TrialStatus.TIMEOUT, "node: too slow"));
        assertThat(Trials.read(file))
                .containsExactly(Lines.measured("a"), Lines.ended("b", TrialStatus.TIMEOUT, "node: too slow"));
    }

    @Test
    void aFileThatIsNotThereHoldsNoTrials() throws IOException {
        assertThat(Trials.read(file)).isEmpty();
    }

    /** The field has another name since trials also run on Redis. */
    @Test
    void readsTheReleaseOfOldTrials() throws IOException {
        trials.append(Lines.measured("a"));
        String line = Files.readString(file);
        assertThat(line).contains("\"release\":\"5.0.9\"");
        Files.writeString(file, line.replace("\"release\"", "\"cassandra\""));
        assertThat(Trials.read(file)).containsExactly(Lines.measured("a"));
    }

    @Test
    void statusesAreWrittenAsDocumented() throws IOException {
        for (TrialStatus status : TrialStatus.values()) {
            trials.append(Lines.ended(status.name(), status, "cause"));
        }
        JsonMapper json = new JsonMapper();
        assertThat(Files.readAllLines(file).stream().map(line -> {
                    try {
                        return json.readTree(line).get("status").asText();
                    } catch (IOException broken) {
                        throw new AssertionError(line, broken);
                    }
                }))
                .containsExactly(
                        "ok",
                        "failed",
                        "timeout",
                        "aborted",
                        "disturbed",
                        "not_stationary",
                        "client_saturated",
                        "eliminated");
    }

    /** Wherever the collector dies while it writes, the lines before stay and the torn one is none. */
    @Test
    void aTornLastLineIsNoTrialAndMakesRoomForTheNext() throws IOException {
        trials.append(Lines.measured("a"));
        long whole = Files.size(file);
        trials.append(Lines.measured("b"));
        byte[] both = Files.readAllBytes(file);
        for (int length = (int) whole; length < both.length - 1; length += 37) {
            Files.write(file, java.util.Arrays.copyOf(both, length));
            assertThat(Trials.read(file)).as("%d bytes", length).containsExactly(Lines.measured("a"));
            trials.append(Lines.measured("c"));
            assertThat(Trials.read(file))
                    .as("%d bytes", length)
                    .containsExactly(Lines.measured("a"), Lines.measured("c"));
        }
    }

    /** An editor can save a file without the last line feed. */
    @Test
    void aWholeLastLineWithoutALineFeedIsKept() throws IOException {
        trials.append(Lines.measured("a"));
        trials.append(Lines.measured("b"));
        Files.writeString(file, Files.readString(file).strip());
        assertThat(Trials.read(file)).containsExactly(Lines.measured("a"), Lines.measured("b"));

        trials.append(Lines.measured("c"));
        assertThat(Files.readAllLines(file)).hasSize(3);
        assertThat(Trials.read(file)).containsExactly(Lines.measured("a"), Lines.measured("b"), Lines.measured("c"));
    }

    @Test
    void twoTrialsInALineAreRefused() throws IOException {
        trials.append(Lines.measured("a"));
        trials.append(Lines.measured("b"));
        String joined = Files.readString(file).replace("}\n{", "}{");
        Files.writeString(file, joined);
        assertRefused(":1: expected a trial, found ");
        Files.writeString(file, joined.strip());
        assertRefused(":1: expected a trial, found ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{}", "{\"id\":\"b\",\"status\":\"ok\"}", "{\"id\":\"b\",\"status\":null}"})
    void aLineWithoutATrialIsRefused(String line) throws IOException {
        trials.append(Lines.measured("a"));
        Files.writeString(file, line + "\n", StandardOpenOption.APPEND);
        assertRefused(":2: expected a trial");
    }

    /** A user can edit the file. */
    @ParameterizedTest
    @ValueSource(strings = {"id", "status", "workload", "proposed", "throughput"})
    void aMeasuredLineWithoutAFieldIsRefused(String field) throws IOException {
        trials.append(Lines.measured("a"));
        ObjectNode line = (ObjectNode) new JsonMapper().readTree(Files.readString(file));
        line.remove(field);
        Files.writeString(file, line + "\n");
        assertRefused(":1: expected a trial with " + field + ", found one without");
    }

    /** The user marked it as failed. */
    @Test
    void aFailedLineWithoutACauseIsRead() throws IOException {
        trials.append(Lines.measured("a"));
        Files.writeString(file, Files.readString(file).replace("\"status\":\"ok\"", "\"status\":\"failed\""));
        assertThat(Trials.read(file)).singleElement().extracting(Trial::cause).isEqualTo("no cause is recorded");
    }

    private void assertRefused(String message) {
        assertThatThrownBy(() -> Trials.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + message)
                .hasMessageContaining(". Remove the line,")
                .hasMessageNotContaining("\n");
    }

    @Test
    void aCompleteLineThatIsNoTrialIsNamed() throws IOException {
        trials.append(Lines.measured("a"));
        Files.writeString(file, "{\"id\": 3,,}\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> Trials.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + ":2: expected a trial, found ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void fieldsOfALaterReleaseAreLeftAlone() throws IOException {
        trials.append(Lines.measured("a"));
        Files.writeString(file, Files.readString(file).replace("{\"id\"", "{\"later\":1,\"id\""));
        assertThat(Trials.read(file)).containsExactly(Lines.measured("a"));
    }
}
