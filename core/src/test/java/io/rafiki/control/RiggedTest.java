package io.rafiki.control;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test with a rig of its own. */
abstract class RiggedTest {

    @TempDir
    Path folder;

    Rig rig;

    @BeforeEach
    final void build() throws Exception {
        rig = new Rig(folder);
    }

    @AfterEach
    final void stop() throws Exception {
        rig.stop();
    }
}
