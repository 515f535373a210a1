package io.rafiki.trainer.cassandra;

import io.rafiki.node.CompilationShare;
import io.rafiki.trainer.trial.NodeActivity;
import java.io.IOException;

/** JIT activity of a node's JVM: its {@link CompilationShare}. */
public final class JitActivity implements NodeActivity {

    private final NodeJmxClient management;
    private final CompilationShare compilation = new CompilationShare();

    /** @param management JMX connection of the node; closed with this object */
    public JitActivity(NodeJmxClient management) {
        this.management = management;
    }

    /** The present share; infinite until the window is full. */
    @Override
    public double share() throws IOException {
        return compilation.next(
                System.nanoTime(), Long.parseLong(management.jvm("Compilation", "TotalCompilationTime")));
    }

    @Override
    public void close() throws IOException {
        management.close();
    }
}
