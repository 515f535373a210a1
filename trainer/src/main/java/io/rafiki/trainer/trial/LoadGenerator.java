package io.rafiki.trainer.trial;

import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.ycsb.MeasuredSeries;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbException;
import io.rafiki.trainer.ycsb.YcsbResult;
import io.rafiki.trainer.ycsb.YcsbRun;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * YCSB as the load generator of one node, under the conditions of a campaign.
 *
 * @param target node under load
 * @param conditions conditions of the campaign
 * @param processors permitted processors in the syntax of {@code taskset}; all if empty
 * @param pin called at the end of the warm-up and repeatedly afterwards
 */
public record LoadGenerator(LoadTarget target, TrialConditions conditions, Optional<String> processors, Pin pin) {

    /** Pins node and client to the processors of the measured part. */
    @FunctionalInterface
    public interface Pin {
        /**
         * Pins both processes, unless they are pinned already.
         *
         * @param client process id of the client
         */
        void pin(long client) throws IOException, InterruptedException;
    }

    /** Called ten times per second while clients run. */
    @FunctionalInterface
    public interface Onlooker {
        /** The next action on the clients. */
        Ycsb.Next look() throws IOException, InterruptedException;
    }

    private static final Duration CLIENT_START = Duration.ofSeconds(30);
    /** YCSB starts its clock before its threads connect, which takes long on a busy machine. A run that has measured enough ends earlier. */
    private static final Duration CONNECT = Duration.ofSeconds(20);

    /** The count of a second is available two seconds later. */
    private static final Duration LAG = Duration.ofSeconds(4);

    /** Drives the node through the warm-up (until throughput is stationary, unless its length is fixed) and the measured part. */
    LoadResult drive(
            Ycsb ycsb, Workload workload, WarmUp warmUp, Duration measured, Path folder, TrialPhase.Listener listener)
            throws IOException, InterruptedException {
        listener.phase(TrialPhase.WARM_UP);
        return warmUp.isFixed()
                ? driveFixed(ycsb, workload, warmUp.min(), measured, folder, listener)
                : driveUntilStationary(ycsb, workload, warmUp, measured, folder, listener);
    }

    private LoadResult driveFixed(
            Ycsb ycsb, Workload workload, Duration warmUp, Duration measured, Path folder, TrialPhase.Listener listener)
            throws IOException, InterruptedException {
        long measuredFrom = System.nanoTime() + warmUp.toNanos();
        long enough = warmUp.plus(measured).toSeconds();
        BooleanSupplier warm = () -> System.nanoTime() - measuredFrom > 0;
        Ycsb.Watch watch = pinningIf(warm, () -> {
            if (warm.getAsBoolean()) {
                listener.phase(TrialPhase.MEASUREMENT);
            }
            return MeasuredSeries.soFar(folder).perSecond().size() >= enough ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON;
        });
        YcsbResult result = run(ycsb, conditions.ycsb(workload), warmUp.plus(measured), folder, watch);
        return new LoadResult(result, (int) warmUp.toSeconds(), Optional.empty());
    }

    private LoadResult driveUntilStationary(
            Ycsb ycsb, Workload workload, WarmUp warmUp, Duration measured, Path folder, TrialPhase.Listener listener)
            throws IOException, InterruptedException {
        WarmUpController phases = new WarmUpController(warmUp, measured);
        YcsbResult result;
        try (NodeActivity compilation = target.activity()) {
            Duration load = warmUp.max().plus(phases.afterWarmUp()).plus(LAG);
            result = run(ycsb, conditions.ycsb(workload), load, folder, pid -> {
                switch (phases.next(MeasuredSeries.soFar(folder).perSecond(), compilation::share)) {
                    case PIN -> pin.pin(pid);
                    case END -> {
                        return Ycsb.Next.ENOUGH;
                    }
                    case GO_ON -> {}
                }
                if (phases.begin() >= 0) {
                    listener.phase(TrialPhase.MEASUREMENT);
                }
                return Ycsb.Next.GO_ON;
            });
        }
        if (phases.begin() < 0) {
            throw new YcsbException("YCSB: expected " + warmUp.max().toSeconds() + " s of warm-up, found an end after "
                    + result.series().perSecond().size() + " s.");
        }
        return new LoadResult(result, phases.begin(), phases.disturbance());
    }

    /** Drives the node along a schedule and pins it once it is warm. */
    public YcsbResult follow(
            Ycsb ycsb, Path schedule, BooleanSupplier warm, Duration length, Path folder, Onlooker onlooker)
            throws IOException, InterruptedException {
        Map<String, String> properties = new LinkedHashMap<>(conditions.ycsb(Workload.ofReadRatio(0.5)));
        properties.put("workload", "io.rafiki.ycsb.MetagenomicsWorkload");
        properties.put("rafiki.schedule", schedule.toString());
        return run(ycsb, properties, length, folder, pinningIf(warm, onlooker));
    }

    private Ycsb.Watch pinningIf(BooleanSupplier warm, Onlooker onlooker) {
        return pid -> {
            if (warm.getAsBoolean()) {
                pin.pin(pid);
            }
            return onlooker.look();
        };
    }

    /** The number of processors of the client. */
    int processorCount() {
        return processors
                .map(list -> Stream.of(list.split(",", -1))
                        .map(range -> range.split("-", -1))
                        .mapToInt(ends -> Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1)
                        .sum())
                .orElseGet(() -> Runtime.getRuntime().availableProcessors());
    }

    /** Runs YCSB with these properties. */
    YcsbResult run(Ycsb ycsb, Map<String, String> workload, Duration load, Path folder, Ycsb.Watch watch)
            throws IOException, InterruptedException {
        Duration length = load.plus(CONNECT);
        Map<String, String> properties = new LinkedHashMap<>(workload);
        properties.putAll(target.properties());
        properties.put("maxexecutiontime", Long.toString(length.toSeconds()));
        try {
            return ycsb.run(
                    new YcsbRun(false, properties, folder, processors),
                    length.plus(CLIENT_START),
                    pid -> target.end().isPresent() ? Ycsb.Next.FAIL : watch.next(pid));
        } catch (IOException failure) {
            Optional<String> end = target.end();
            if (end.isPresent()) {
                throw new DatastoreException(end.get(), failure);
            }
            throw failure;
        }
    }
}
