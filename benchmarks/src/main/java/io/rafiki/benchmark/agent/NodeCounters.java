package io.rafiki.benchmark.agent;

import java.io.IOException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * What a node's JVM and the agent's threads in it have used since its start.
 *
 * @param agentSeconds CPU time of the agent's living threads
 * @param agentBytes bytes that these threads have allocated on the heap
 * @param compileSeconds time of the JIT compilers, waits for a processor included
 * @param collectionSeconds time of garbage collections
 */
record NodeCounters(double agentSeconds, double agentBytes, double compileSeconds, double collectionSeconds) {

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    static final NodeCounters NONE = new NodeCounters(0, 0, 0, 0);

    static NodeCounters of(MBeanServerConnection node) throws IOException, JMException {
        double nanos = 0;
        double bytes = 0;
        for (long thread : MemoryFootprint.ours(node)) {
            nanos += Math.max(0, ofThread(node, "getThreadCpuTime", thread));
            bytes += Math.max(0, ofThread(node, "getThreadAllocatedBytes", thread));
        }
        double compiled = millis(node, new ObjectName("java.lang:type=Compilation"), "TotalCompilationTime");
        double collected = 0;
        for (ObjectName collector : node.queryNames(new ObjectName("java.lang:type=GarbageCollector,*"), null)) {
            collected += millis(node, collector, "CollectionTime");
        }
        return new NodeCounters(nanos / NANOS, bytes, compiled / MILLIS, collected / MILLIS);
    }

    /** What was used since an earlier reading. */
    NodeCounters since(NodeCounters before) {
        return new NodeCounters(
                agentSeconds - before.agentSeconds,
                agentBytes - before.agentBytes,
                compileSeconds - before.compileSeconds,
                collectionSeconds - before.collectionSeconds);
    }

    private static double millis(MBeanServerConnection node, ObjectName bean, String attribute)
            throws IOException, JMException {
        return ((Number) node.getAttribute(bean, attribute)).doubleValue();
    }

    private static double ofThread(MBeanServerConnection node, String operation, long thread)
            throws IOException, JMException {
        return (Long)
                node.invoke(new ObjectName(MemoryFootprint.THREADING), operation, new Object[] {thread}, new String[] {
                    long.class.getName()
                });
    }
}
