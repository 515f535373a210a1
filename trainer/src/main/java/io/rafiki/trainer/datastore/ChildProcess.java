package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A node's JVM as a child of this one.
 *
 * @param process the JVM's
 * @param group that it has joined
 */
record ChildProcess(Process process, NodeGroup group) implements JvmProcess {

    @Override
    public ProcessHandle handle() {
        return process.toHandle();
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
