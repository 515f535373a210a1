package io.rafiki.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostJvmTest {

    @Test
    void knowsANodeWithAndWithoutArguments() {
        assertThat(HostJvm.runsCassandra("org.apache.cassandra.service.CassandraDaemon"))
                .isTrue();
        assertThat(HostJvm.runsCassandra("org.apache.cassandra.service.CassandraDaemon x"))
                .isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "org.apache.cassandra.tools.NodeTool -p 7199 status",
                "org.apache.cassandra.service.CassandraDaemonProbe",
                "sh org.apache.cassandra.service.CassandraDaemon"
            })
    void takesNothingElseForANode(String command) {
        assertThat(HostJvm.runsCassandra(command)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.8", "11", "18", "25"})
    void staysOutOfOtherJavas(String specification) {
        assertThat(HostJvm.isSupported(specification)).isFalse();
    }

    @Test
    void worksOnTheJavaThatItIsBuiltFor() {
        assertThat(HostJvm.isSupported(System.getProperty("java.specification.version")))
                .isTrue();
    }
}
