package io.rafiki.trainer.trial;

import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.host.RequestedLimits;
import io.rafiki.trainer.ycsb.DataSetSpec;
import io.rafiki.workload.Workload;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The common conditions of all trials of a campaign. The demo uses the same ones.
 *
 * @param data rows of the table
 * @param distribution key distribution by its YCSB name ({@code uniform}, {@code zipfian}); ignored with a reuse distance
 * @param reuseDistance mean number of operations between two uses of a key (Rafiki §3.3)
 * @param threads client threads
 * @param heapMiB heap of the node
 * @param memoryMiB memory limit of the node, including page cache
 * @param readIops limit of the node's disk reads per second
 * @param cpuPercent limit of the node's processor time, in percent of one processor
 * @param readAheadKiB read-ahead of the node's disk in KiB; empty leaves it
 * @param pin whether node and client are pinned to different processors, if there are at least two
 * @param warmUp load before the measured part
 * @param measurement length of the measured part
 * @param maxBackgroundCpu permitted share of other processes in the CPU time, 0 to 1; above it a trial counts as disturbed
 * @param sustained the sustained protocol; empty for the short protocol, which {@code warmUp} and {@code measurement} describe
 * @param properties YCSB properties of the operations, which override those of the other parameters
 */
public record TrialConditions(
        DataSetSpec data,
        String distribution,
        Optional<Double> reuseDistance,
        int threads,
        int heapMiB,
        Optional<Integer> memoryMiB,
        Optional<Integer> readIops,
        Optional<Integer> cpuPercent,
        Optional<Integer> readAheadKiB,
        boolean pin,
        WarmUp warmUp,
        Duration measurement,
        double maxBackgroundCpu,
        Optional<SustainedProtocol> sustained,
        Map<String, String> properties) {

    /** Shares of operations that differ less are equal, so that a plan can round them. */
    private static final double SHARES = 0.001;

    public TrialConditions {
        properties = Map.copyOf(properties);
    }

    /** The processors of node and client, chosen from the permitted ones. */
    public CpuPinning pinning() {
        return CpuPinning.of(HostInfo.processors(), pin);
    }

    /** The limits of a fresh node. */
    public RequestedLimits limits() {
        return new RequestedLimits(memoryMiB, readIops, cpuPercent, readAheadKiB);
    }

    /** The processors that the JVM of a fresh node counts on this machine. A JVM rounds its processor time up. */
    public int processors() {
        return processors(Runtime.getRuntime().availableProcessors());
    }

    private int processors(int all) {
        return cpuPercent.map(percent -> Math.min(all, (percent + 99) / 100)).orElse(all);
    }

    /** The resources of a fresh node on this machine. */
    public NodeResources resources() {
        return resources(processors());
    }

    /** The resources of a fresh node on a machine with these processors. */
    public NodeResources resources(int cores) {
        NodeResources unlimited = new NodeResources(processors(cores), heapMiB);
        return memoryMiB.map(unlimited::memory).orElse(unlimited);
    }

    /** A copy without a memory limit. */
    public TrialConditions withAllMemory() {
        return copy(data, threads, Optional.empty(), sustained, properties);
    }

    /** A copy with another protocol. */
    public TrialConditions with(SustainedProtocol protocol) {
        return copy(data, threads, memoryMiB, Optional.of(protocol), properties);
    }

    /** A copy with the data and the operations of a workload file. */
    public TrialConditions with(WorkloadFile file) {
        return copy(file.data(), file.threads().orElse(threads), memoryMiB, sustained, file.properties());
    }

    private TrialConditions copy(
            DataSetSpec rows,
            int clientThreads,
            Optional<Integer> memory,
            Optional<SustainedProtocol> protocol,
            Map<String, String> more) {
        return new TrialConditions(
                rows,
                distribution,
                reuseDistance,
                clientThreads,
                heapMiB,
                memory,
                readIops,
                cpuPercent,
                readAheadKiB,
                pin,
                warmUp,
                measurement,
                maxBackgroundCpu,
                protocol,
                more);
    }

    /** The operations that the properties state; empty without properties. */
    public Optional<Workload> statedOperations() {
        return properties.isEmpty()
                ? Optional.empty()
                : Optional.of(WorkloadFile.of(properties, data).workload());
    }

    /** Whether trials can have a workload: any, unless the properties state the operations. */
    public boolean permits(Workload workload) {
        return statedOperations()
                .filter(stated -> !workload.isNear(stated, SHARES))
                .isEmpty();
    }

    /** The properties of a YCSB run with this workload, without the node's address. */
    public Map<String, String> ycsb(Workload workload) {
        Map<String, String> all = new LinkedHashMap<>(data.ycsb());
        all.put("threadcount", Integer.toString(threads));
        all.put("operationcount", Integer.toString(Integer.MAX_VALUE));
        all.put("requestdistribution", distribution);
        WorkloadDrivers.drive(workload, all);
        if (reuseDistance.isPresent() || !properties.isEmpty()) {
            // CoreWorkload ignores reuse distances, and reserves keys for the inserts of operationcount
            all.put("workload", "io.rafiki.ycsb.MetagenomicsWorkload");
        }
        // a workload file can state another distribution of the keys
        reuseDistance
                .filter(mean -> !properties.containsKey("requestdistribution"))
                .ifPresent(mean -> all.put("rafiki.reuse.mean", Long.toString(Math.round(mean))));
        all.putAll(properties);
        return all;
    }
}
