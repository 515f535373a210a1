package io.rafiki;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of one class share a node with faults. After each test all requests of its clients have succeeded. */
abstract class OnFaultyNode {

    @TempDir
    static Path folder;

    static FaultyNode host;

    @BeforeAll
    static void startNode() throws Exception {
        host = FaultyNode.start(folder);
    }

    @AfterAll
    static void stopNode() throws Exception {
        if (host != null) {
            host.kill();
        }
    }

    @BeforeEach
    void enableTuner() throws Exception {
        host.enableTuner();
    }

    @AfterEach
    void allRequestsSucceeded() {
        host.disarm();
        host.assertServed();
    }
}
