package io.rafiki.trainer.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.host.AppliedLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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

    /** The message of the JVM for client ports, and of Cassandra's InboundConnectionInitiator for the storage port. */
    @Test
    void aTakenPortIsRecognised() {
        assertThat(NodeLog.isPortTaken("java.net.BindException: Address already in use"))
                .isTrue();
        assertThat(NodeLog.isPortTaken(
                        "org.apache.cassandra.exceptions.ConfigurationException: /127.0.0.1:7000 is in use"
                                + " by another process.  Change listen_address:storage_port in cassandra.yaml"))
                .isTrue();
        assertThat(NodeLog.isPortTaken("ConfigurationException: no")).isFalse();
    }

    /** The same cause must read the same, whenever it came: a campaign stops at the third. */
    @Test
    void aCauseHasNoTimeInIt() throws IOException {
        assertThat(cause("ERROR [main] 2026-11-22 09:30:00,123 CassandraDaemon.java:887 - Cannot start node\n"))
                .isEqualTo("Cannot start node");
        assertThat(cause("INFO  [Node-1:2] 2026-11-22T09:30:00,123 Gossiper.java:8 - up - and done\n"))
                .isEqualTo("up - and done");
    }

    @Test
    void usesTheLastLineWithoutAnError() throws IOException {
        assertThat(cause("INFO  starting\n  killed by a signal  \n\n")).isEqualTo("killed by a signal");
        assertThat(cause("")).isEqualTo("an empty log");
        assertThat(NodeLog.cause(folder.resolve("none"))).startsWith("an unreadable log");
    }

    /** Each node names its arguments, and among them an error that did not happen. */
    @Test
    void whatIsKilledHasNoCauseInItsLog() throws IOException {
        String log = "INFO  JVM Arguments: [-javaagent:/a/jamm.jar, -XX:+ExitOnOutOfMemoryError]\nINFO  up\n";
        assertThat(cause(log)).isEqualTo("INFO  up");
        Path file = folder.resolve("node.log");
        assertThat(NodeLog.cause("1", AppliedLimit.NONE, file)).isEqualTo("INFO  up");
        assertThat(NodeLog.cause("137", AppliedLimit.NONE, file)).isEqualTo("it was killed");
        assertThat(NodeLog.cause("137 (out of memory)", AppliedLimit.NONE, file))
                .as("a container")
                .isEqualTo("it was killed");
        assertThat(NodeLog.cause("137", new AppliedLimit(Optional.of(1000), "cgroup v1"), file))
                .isEqualTo("it was killed, as the kernel does where the limit of 1000 MiB of memory is exceeded");
    }

    @Test
    void aLongLineIsCut() throws IOException {
        assertThat(cause("ERROR " + "x".repeat(1000))).hasSizeLessThan(310).endsWith("x...");
    }

    private String cause(String text) throws IOException {
        return NodeLog.cause(Files.writeString(folder.resolve("node.log"), text));
    }
}
