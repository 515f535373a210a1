package io.rafiki.node;

import io.rafiki.knob.KnobCatalogue;
import java.util.concurrent.Executor;
import javax.management.MBeanServerConnection;

/**
 * The adapters through which the tuner senses and changes one node.
 *
 * @param knobs of the catalogue
 * @param compactions pending ones and data size
 * @param health activities besides serving clients
 * @param disks space on the node's disks
 * @param compactionThreads processor time of compactions
 * @param compilation compile time of the JVM
 * @param schema changes options of tables permanently
 * @param background executes calls that last seconds or can hang
 */
public record NodeAdapters(
        NodeKnobs knobs,
        CompactionStats compactions,
        HealthBeans health,
        DiskSpace.Source disks,
        NodeThreads.Source compactionThreads,
        CompilationShare.Source compilation,
        SchemaChange schema,
        Executor background) {

    /**
     * The adapters over one connection. What JMX does not offer, or only for a node in another process, comes from elsewhere.
     */
    public static NodeAdapters of(
            MBeanServerConnection node,
            KnobCatalogue catalogue,
            DiskSpace.Source disks,
            NodeThreads.Source compactionThreads,
            CompilationShare.Source compilation,
            SchemaChange schema,
            Executor background) {
        return new NodeAdapters(
                new NodeKnobs(node, catalogue),
                new CompactionStats(node),
                new HealthBeans(node),
                disks,
                compactionThreads,
                compilation,
                schema,
                background);
    }
}
