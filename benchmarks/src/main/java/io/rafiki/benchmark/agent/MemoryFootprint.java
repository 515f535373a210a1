package io.rafiki.benchmark.agent;

import io.rafiki.trainer.cassandra.LimitedNode;
import io.rafiki.trainer.cassandra.NodeJmxClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * The memory footprint of an idle node.
 *
 * @param liveBytes live heap after a full garbage collection
 * @param residentBytes resident memory of the process (VmRSS) after it
 * @param threads number of the agent's threads, including those of its libraries
 */
record MemoryFootprint(long liveBytes, long residentBytes, long threads) {

    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB");
    private static final Pattern OURS = Pattern.compile("(?i)(rafiki|javacpp|nd4j|openblas).*");
    static final String THREADING = "java.lang:type=Threading";

    /** A query of a node's MBeans. */
    @FunctionalInterface
    interface Question<T> {
        T ask(MBeanServerConnection node) throws IOException, JMException;
    }

    /** Collects the node's garbage, then measures. */
    static MemoryFootprint of(LimitedNode node) throws IOException {
        return ask(
                node,
                beans -> new MemoryFootprint(
                        liveBytes(beans),
                        residentBytes(node.process().pid()),
                        ours(beans).size()));
    }

    static <T> T ask(LimitedNode node, Question<T> question) throws IOException {
        try (NodeJmxClient management = node.process().management()) {
            return question.ask(management.connection());
        } catch (JMException refused) {
            throw new IOException("node: expected heap size and threads from JMX, found " + refused, refused);
        }
    }

    /** The last line of the histogram of live objects has their total size, after a full garbage collection. */
    static long liveBytes(MBeanServerConnection node) throws IOException, JMException {
        Object histogram = node.invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
        Matcher total = TOTAL.matcher(histogram.toString());
        if (!total.find()) {
            throw new IOException("node: expected a histogram of its heap with a total, found none.");
        }
        return Long.parseLong(total.group(1));
    }

    static long residentBytes(long process) throws IOException {
        Path status = Path.of("/proc", Long.toString(process), "status");
        Matcher resident = RESIDENT.matcher(Files.readString(status));
        if (!resident.find()) {
            throw new IOException(status + ": expected a line VmRSS, found none.");
        }
        return Long.parseLong(resident.group(1)) << 10;
    }

    /** The ids of the agent's threads. */
    static List<Long> ours(MBeanServerConnection node) throws IOException, JMException {
        ObjectName threading = new ObjectName(THREADING);
        CompositeData[] threads = (CompositeData[]) node.invoke(
                threading,
                "getThreadInfo",
                new Object[] {(long[]) node.getAttribute(threading, "AllThreadIds")},
                new String[] {long[].class.getName()});
        return Arrays.stream(threads)
                .filter(thread -> thread != null
                        && OURS.matcher(thread.get("threadName").toString()).matches())
                .map(thread -> (Long) thread.get("threadId"))
                .toList();
    }
}
