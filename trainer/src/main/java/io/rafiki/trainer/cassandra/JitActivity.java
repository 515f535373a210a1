package io.rafiki.trainer.cassandra;

import io.rafiki.node.CompilationShare;
import io.rafiki.node.NodeThreads;
import io.rafiki.node.NodeThreads.Usage;
import io.rafiki.trainer.trial.NodeActivity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** JIT activity of a node's JVM: its {@link CompilationShare}. */
final class JitActivity implements NodeActivity {

    private final NodeJmxClient management;
    private final Optional<Path> process;
    private final CompilationShare compilation = new CompilationShare();

    /**
     * @param management JMX connection of the node; closed with this object
     * @param process of the node in {@code /proc}; empty if it runs elsewhere
     */
    JitActivity(NodeJmxClient management, Optional<Path> process) {
        this.management = management;
        this.process = process;
    }

    /** The present share; infinite until the window is full. */
    @Override
    public double share() throws IOException {
        return compilation.next(System.nanoTime(), millis());
    }

    private long millis() throws IOException {
        Optional<Usage> used = process.flatMap(NodeThreads::compilers);
        return used.isPresent()
                ? used.get().busy().toMillis()
                : Long.parseLong(management.jvm("Compilation", "TotalCompilationTime"));
    }

    @Override
    public void close() throws IOException {
        management.close();
    }
}
