package io.rafiki.trainer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

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

    /** Ports are tried one after the other from a random place, whoever holds the others. */
    @Test
    void skipsPortsInUse() throws IOException {
        int lowest = fourInARow();
        try (ServerSocket taken = new ServerSocket(lowest + 1, 1, InetAddress.getLoopbackAddress())) {
            FreePorts ports = FreePorts.choose(lowest, lowest + 3);
            assertThat(List.of(ports.storage(), ports.cql(), ports.jmx()))
                    .containsExactlyInAnyOrder(lowest, lowest + 2, lowest + 3)
                    .doesNotContain(taken.getLocalPort());
            assertThatThrownBy(() -> FreePorts.choose(lowest, lowest + 2))
                    .isInstanceOf(DatastoreException.class)
                    .hasMessage("ports: expected three free ones in " + lowest + ".." + (lowest + 2)
                            + " on 127.0.0.1, found 2. End what holds them.");
        }
    }

    private static int fourInARow() throws IOException {
        for (int lowest = 20_000; lowest < 25_000; lowest += 4) {
            List<ServerSocket> held = new ArrayList<>();
            try {
                for (int port = lowest; port < lowest + 4; port++) {
                    held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                }
                return lowest;
            } catch (BindException taken) {
                held.forEach(socket -> assertThat(socket.isBound()).isTrue());
            } finally {
                for (ServerSocket socket : held) {
                    socket.close();
                }
            }
        }
        throw new IllegalStateException("no four free ports in a row");
    }
}
