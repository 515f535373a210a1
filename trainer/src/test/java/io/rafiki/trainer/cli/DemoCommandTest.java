package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {

    @RegisterExtension
    private final CheckoutCommand rafiki = new CheckoutCommand();

    @Test
    void readRatiosAreShares() {
        assertThat(rafiki.refused("demo", "--quick", "--read-ratios", "0.9,1.5"))
                .startsWith("--read-ratios: expected shares from 0 to 1, found 1.5.");
    }

    @Test
    void anUnreadableModelIsReportedBeforeNodesStart(@TempDir Path folder) throws IOException {
        Path model = Files.writeString(folder.resolve("model.zip"), "text");
        Files.copy(Path.of("../conf/plans/small.yaml"), folder.resolve("plan.yaml"));
        Path out = folder.resolve("out");
        String errors = rafiki.failed("demo", "--quick", "--model=" + model, "--out=" + out);
        assertThat(errors.lines())
                .singleElement()
                .asString()
                .startsWith("rafiki: " + model + ": expected a model bundle");
        assertThat(out).doesNotExist();
    }

    @Test
    void aRingHasOneForm() {
        assertThat(rafiki.refused("demo", "--nodes", "3", "--quick"))
                .startsWith("--quick: expected a demo of one node, found --nodes 3.");
        assertThat(rafiki.refused("demo", "--nodes", "2")).startsWith("--nodes: expected 1 or 3 to 9, found 2.");
    }
}
