package io.rafiki.trainer.trial;

import io.rafiki.trainer.datastore.DataShape;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What all trials of a campaign have in common, and a demonstration repeats.
 *
 * @param data rows that the table holds
 * @param distribution of keys, as YCSB names it ({@code uniform}, {@code zipfian}); not used with a reuse distance
 * @param reuseDistance mean number of operations between two uses of a key (Rafiki §3.3)
 * @param threads client threads
 * @param heapMiB the node's heap
 * @param memoryMiB limit on the node's memory, page cache included
 * @param reads limit on the node's reads from its disk, a second
 * @param pin whether node and client get processors of their own, where there are at least two
 * @param warmUp load before the measured part
 * @param measured length of the measured part
 * @param mostOthers share of the processors that others may use meanwhile, 0 to 1; beyond it a trial counts as disturbed
 */
public record Conditions(
        DataShape data,
        String distribution,
        Optional<Double> reuseDistance,
        int threads,
        int heapMiB,
        Optional<Integer> memoryMiB,
        Optional<Integer> reads,
        boolean pin,
        WarmUp warmUp,
        Duration measured,
        double mostOthers) {

    /** The processors of node and client, of those that this process may use. */
    public Pinning pinning() {
        return Pinning.of(Host.processors(), pin);
    }

    /** The same for nodes that may use all memory of the machine. */
    public Conditions withAllMemory() {
        return new Conditions(
                data,
                distribution,
                reuseDistance,
                threads,
                heapMiB,
                Optional.empty(),
                reads,
                pin,
                warmUp,
                measured,
                mostOthers);
    }

    /** The properties of a YCSB run at the given read ratio; where the node is, is not among them. */
    public Map<String, String> ycsb(double readRatio) {
        Map<String, String> properties = new LinkedHashMap<>(data.ycsb());
        properties.put("threadcount", Integer.toString(threads));
        properties.put("operationcount", Integer.toString(Integer.MAX_VALUE));
        properties.put("readproportion", Double.toString(readRatio));
        properties.put("updateproportion", Double.toString(1 - readRatio));
        properties.put("requestdistribution", distribution);
        reuseDistance.ifPresent(mean -> {
            properties.put("workload", "io.rafiki.ycsb.MetagenomicsWorkload");
            properties.put("rafiki.reuse.mean", Long.toString(Math.round(mean)));
        });
        return properties;
    }
}
