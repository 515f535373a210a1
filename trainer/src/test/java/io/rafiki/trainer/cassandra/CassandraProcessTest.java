package io.rafiki.trainer.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.host.AppliedLimit;
import io.rafiki.trainer.host.FreePorts;
import io.rafiki.trainer.host.JvmProcess;
import io.rafiki.trainer.host.NodeLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraProcessTest {

    private static final NodeLimits UNLIMITED =
            new NodeLimits(AppliedLimit.NONE, AppliedLimit.NONE, AppliedLimit.NONE, AppliedLimit.NONE);

    @TempDir
    private Path folder;

    /** A process that has ended, and whose exit code is not known yet. */
    private static final class Reaped implements JvmProcess {

        private final ProcessHandle handle;
        private boolean hasExit;

        private Reaped(ProcessHandle handle) {
            this.handle = handle;
        }

        @Override
        public ProcessHandle handle() {
            return handle;
        }

        @Override
        public boolean isAlive() {
            return !hasExit;
        }

        @Override
        public boolean hasEnded(Duration within) {
            return hasExit;
        }

        @Override
        public String exit() {
            if (!hasExit) {
                throw new IllegalThreadStateException("process has not exited");
            }
            return "3";
        }

        @Override
        public void terminate() {}

        @Override
        public void kill() {}

        @Override
        public void release() {}
    }

    @Test
    void reportsTheEndOnceTheExitCodeIsKnown() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Reaped process = new Reaped(ended.toHandle());
        Files.writeString(folder.resolve("node.log"), "ERROR no disk\n");
        try (CassandraProcess node =
                new CassandraProcess(process, new NodeFolder(folder), new FreePorts(1, 2, 3), UNLIMITED)) {
            assertThat(node.end()).isEmpty();
            process.hasExit = true;
            assertThat(node.end()).contains("node: ended with 3: ERROR no disk");
        }
    }
}
