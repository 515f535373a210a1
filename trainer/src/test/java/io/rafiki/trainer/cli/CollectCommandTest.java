package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    @Test
    void aFaultyPlanIsOneLineAndLeavesNoFolder() throws IOException {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), "name: x\nseeds: 3\n");
        assertThat(collect(plan)).isEqualTo(1);
        assertThat(err.toString().strip()).isEqualTo("rafiki: " + plan + ":2: seeds: unknown key. Did you mean seed?");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void aPlanThatIsNotThereIsNamed() {
        Path plan = folder.resolve("none.yaml");
        assertThat(collect(plan)).isEqualTo(1);
        assertThat(err.toString().strip())
                .isEqualTo("rafiki: " + plan + ": expected a file, found none. Check the path.");
    }

    private int collect(Path plan) {
        return Rafiki.commandLine()
                .setErr(new PrintWriter(err, true))
                .execute(
                        "collect",
                        "--catalogue=../conf/knobs/cassandra-5.0.yaml",
                        "--plan=" + plan,
                        "--out=" + folder.resolve("out"));
    }
}
