package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.JvmProcess;
import io.rafiki.trainer.host.NodeGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A node's JVM as a child process.
 *
 * @param process process of the JVM
 * @param group control group of the process
 */
record LocalProcess(Process process, NodeGroup group) implements JvmProcess {

    @Override
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** The handle is not used: it reports the end slightly earlier, when the exit code is still missing. */
    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public boolean hasEnded(Duration within) throws InterruptedException {
        return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public String exit() {
        return Integer.toString(process.exitValue());
    }

    @Override
    public void terminate() {
        process.destroy();
    }

    @Override
    public void kill() {
        process.destroyForcibly();
    }

    @Override
    public void release() throws IOException {
        group.close();
    }
}
