package io.rafiki.trainer.datastore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeLogTest {

    @TempDir
    private Path folder;

    @Test
    void theMostTellingLineIsTheCause() throws IOException {
        assertThat(
                        cause(
                                """
                        INFO  starting
                        ERROR [main] something went wrong
                        java.net.BindException: Address already in use
                        Exception encountered during startup
                        """))
                .isEqualTo("java.net.BindException: Address already in use");
    }

    @Test
    void theLastLineServesWhereNoneTells() throws IOException {
        assertThat(cause("INFO  starting\n  killed by somebody  \n\n")).isEqualTo("killed by somebody");
        assertThat(cause("")).isEqualTo("an empty log");
        assertThat(NodeLog.cause(folder.resolve("none"))).startsWith("an unreadable log");
    }

    @Test
    void aLongLineIsCut() throws IOException {
        assertThat(cause("ERROR " + "x".repeat(1000))).hasSizeLessThan(310).endsWith("x...");
    }

    private String cause(String text) throws IOException {
        return NodeLog.cause(Files.writeString(folder.resolve("node.log"), text));
    }
}
