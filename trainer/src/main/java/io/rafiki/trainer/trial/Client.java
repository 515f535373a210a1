package io.rafiki.trainer.trial;

import io.rafiki.trainer.datastore.DatastoreException;
import io.rafiki.trainer.datastore.Node;
import io.rafiki.trainer.datastore.Rows;
import io.rafiki.trainer.ycsb.OperationSeries;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbException;
import io.rafiki.trainer.ycsb.YcsbResult;
import io.rafiki.trainer.ycsb.YcsbRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * YCSB as the client of one node, under the conditions of a campaign.
 *
 * @param node that it drives
 * @param conditions of the campaign
 * @param processors on which it may run, as {@code taskset} writes them; anywhere if empty
 * @param pin called at the end of a warm-up, and after it again and again
 */
record Client(Node node, Conditions conditions, Optional<String> processors, Pin pin) {

    /** Gives node and client the processors on which the node is measured. */
    @FunctionalInterface
    interface Pin {
        /**
         * Does so, unless they have them.
         *
         * @param client the kernel's number of its process
         */
        void pin(long client) throws IOException, InterruptedException;
    }

    private static final Duration CLIENT_START = Duration.ofSeconds(30);
    /** YCSB counts its time from before its threads connect. */
    private static final Duration CONNECT = Duration.ofSeconds(3);

    /** The counts of a second are there two seconds after it. */
    private static final Duration LAG = Duration.ofSeconds(4);

    /** Drives the node until throughput was stationary, unless the warm-up has a fixed length, and then as long as is measured. */
    Driven drive(Ycsb ycsb, double readRatio, WarmUp warmUp, Duration measured, Path folder)
            throws IOException, InterruptedException {
        if (warmUp.isFixed()) {
            YcsbResult result = drive(
                    ycsb,
                    conditions.ycsb(readRatio),
                    warmUp.least().plus(measured),
                    folder,
                    pinningAfter(warmUp.least(), () -> {}));
            return new Driven(result, (int) warmUp.least().toSeconds(), Optional.empty());
        }
        LoadPhases phases = new LoadPhases(warmUp, measured);
        YcsbResult result;
        try (Compilation compilation = new Compilation(node.management())) {
            Duration load = warmUp.most().plus(phases.afterWarmUp()).plus(LAG);
            result = drive(ycsb, conditions.ycsb(readRatio), load, folder, pid -> {
                switch (phases.next(OperationSeries.soFar(folder).perSecond(), compilation::share)) {
                    case PIN -> pin.pin(pid);
                    case END -> {
                        return Ycsb.Next.ENOUGH;
                    }
                    case GO_ON -> {}
                }
                return Ycsb.Next.GO_ON;
            });
        }
        if (phases.begin() < 0) {
            throw new YcsbException("YCSB: expected " + warmUp.most().toSeconds() + " s of warm-up, found an end after "
                    + result.series().perSecond().size() + " s.");
        }
        return new Driven(result, phases.begin(), phases.unsettled());
    }

    /** Drives the node along a schedule, and pins it after the warm-up. */
    YcsbResult follow(
            Ycsb ycsb, Path schedule, Duration warmUp, Duration length, Path folder, ConditionedNode.Onlooker onlooker)
            throws IOException, InterruptedException {
        Map<String, String> workload = new LinkedHashMap<>(conditions.ycsb(0.5));
        workload.put("workload", "io.rafiki.ycsb.MetagenomicsWorkload");
        workload.put("rafiki.schedule", schedule.toString());
        return drive(ycsb, workload, length, folder, pinningAfter(warmUp, onlooker));
    }

    /** Pins the node once the warm-up, which begins now, is over. */
    private Ycsb.Watch pinningAfter(Duration warmUp, ConditionedNode.Onlooker onlooker) {
        long pinAt = System.nanoTime() + warmUp.toNanos();
        return pid -> {
            if (System.nanoTime() - pinAt > 0) {
                pin.pin(pid);
            }
            onlooker.look();
            return Ycsb.Next.GO_ON;
        };
    }

    private YcsbResult drive(Ycsb ycsb, Map<String, String> workload, Duration load, Path folder, Ycsb.Watch watch)
            throws IOException, InterruptedException {
        Duration length = load.plus(CONNECT);
        Map<String, String> properties = new LinkedHashMap<>(workload);
        properties.putAll(Rows.client(node));
        properties.put("maxexecutiontime", Long.toString(length.toSeconds()));
        properties.put("cassandra.create", "false");
        try {
            return ycsb.run(
                    new YcsbRun(false, properties, folder, processors),
                    length.plus(CLIENT_START),
                    pid -> node.end().isPresent() ? Ycsb.Next.FAIL : watch.next(pid));
        } catch (IOException failure) {
            Optional<String> end = node.end();
            if (end.isPresent()) {
                throw new DatastoreException(end.get(), failure);
            }
            throw failure;
        }
    }
}
