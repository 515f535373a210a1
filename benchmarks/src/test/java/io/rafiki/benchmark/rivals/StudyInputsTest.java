package io.rafiki.benchmark.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.cassandra.Datastore;
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
        StudyInputs inputs = StudyInputs.of(List.of(plan));
        inputs.require(results);
        Files.createDirectories(results.resolve("rafiki-1"));
        inputs.require(results);

        Files.writeString(plan, "seed: 2\n");
        assertThatThrownBy(() -> inputs.require(results))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("found changed ones. Use the same files and datastore again");
    }

    /** Nothing states the plan of these results. */
    @Test
    void resultsWithoutACopyAreRefused() throws IOException {
        Files.createDirectories(results.resolve("rafiki-1"));
        assertThatThrownBy(() -> StudyInputs.of(List.of(plan)).require(results))
                .isInstanceOf(IOException.class)
                .hasMessage(results.resolve("inputs.txt") + ": expected a copy of the inputs of these results,"
                        + " found none. Use another folder by --out.");
        assertThat(results.resolve("inputs.txt")).doesNotExist();
    }

    @Test
    void anEmptyFolderIsNew() throws IOException {
        Files.createDirectories(results);
        StudyInputs.of(List.of(plan)).require(results);
        assertThat(results.resolve("inputs.txt")).hasContent("seed: 1");
    }

    /** The plan is the same, and the rates are not. */
    @Test
    void anotherDatastoreOrReleaseIsRefused() throws IOException {
        StudyInputs inputs = on(new Datastore.Embedded("5.0.9"));
        inputs.require(results);
        inputs.require(results);
        for (Datastore other : List.of(
                new Datastore.Embedded("5.0.8"), new Datastore.Docker("cassandra:5.0.9"), new Datastore.Redis("a"))) {
            assertThatThrownBy(() -> on(other).require(results))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("expected the inputs of the first run, found changed ones.");
        }
    }

    private StudyInputs on(Datastore datastore) {
        return StudyInputs.on(datastore, List.of(plan));
    }
}
