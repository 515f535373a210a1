package io.rafiki.trainer.datastore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;

class FreePortsTest {

    @RepeatedTest(20)
    void threeDifferentPortsThatCanBeTaken() throws IOException {
        FreePorts ports = FreePorts.choose();
        assertThat(List.of(ports.storage(), ports.cql(), ports.jmx()))
                .doesNotHaveDuplicates()
                .allMatch(port -> port >= 26000 && port <= 31999);
        try (ServerSocket taken = new ServerSocket(ports.cql(), 1, InetAddress.getLoopbackAddress())) {
            assertThat(taken.isBound()).isTrue();
        }
    }
}
