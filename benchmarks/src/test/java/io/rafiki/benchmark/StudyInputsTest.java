package io.rafiki.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyInputsTest {

    @TempDir
    Path folder;

    private Path plan;
    private Path results;

    @BeforeEach
    void writePlan() throws IOException {
        plan = Files.writeString(folder.resolve("plan.yaml"), "seed: 1\n");
        results = folder.resolve("live").resolve("0.1");
    }

    @Test
    void theSameFilesContinueAndChangedOnesAreRefused() throws IOException {
        StudyInputs inputs = new StudyInputs(List.of(plan));
        inputs.require(results);
        Files.createDirectories(results.resolve("rafiki-1"));
        inputs.require(results);

        Files.writeString(plan, "seed: 2\n");
        assertThatThrownBy(() -> inputs.require(results))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("found changed ones. Use them again");
    }

    /** Nothing states the plan of these results. */
    @Test
    void resultsWithoutACopyAreRefused() throws IOException {
        Files.createDirectories(results.resolve("rafiki-1"));
        assertThatThrownBy(() -> new StudyInputs(List.of(plan)).require(results))
                .isInstanceOf(IOException.class)
                .hasMessage(results.resolve("inputs.txt") + ": expected a copy of the plan and the workload file of"
                        + " these results, found none. Use another folder by --out.");
        assertThat(results.resolve("inputs.txt")).doesNotExist();
    }

    @Test
    void anEmptyFolderIsNew() throws IOException {
        Files.createDirectories(results);
        new StudyInputs(List.of(plan)).require(results);
        assertThat(results.resolve("inputs.txt")).hasContent("seed: 1");
    }
}
