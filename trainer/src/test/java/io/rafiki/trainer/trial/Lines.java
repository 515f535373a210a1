package io.rafiki.trainer.trial;

import io.rafiki.reason.ReasonText;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Trials as a campaign leaves them, for tests that look at the file and not at a node. */
public final class Lines {

    private Lines() {}

    /** A measured trial, with every field. */
    public static Trial measured(String id) {
        return line(id, TrialStatus.OK, Throughput.of(new double[] {100, 110, 120}), null);
    }

    /** A trial without a result. */
    public static Trial ended(String id, TrialStatus status, String cause) {
        return line(id, status, null, cause);
    }

    /** A trial with a failure. */
    public static Trial ended(String id, TrialFailure failure) {
        Trial line = ended(id, failure.status(), ReasonText.of(failure));
        return with(line, line.environment(), line.timing(), null, failure.code(), line.cause());
    }

    /** A measured trial of a plan. */
    public static Trial measured(PlannedTrial planned, double throughput, String startedAt) {
        Trial line = of(planned, TrialStatus.OK, throughput);
        return ran(line, line.environment(), new Timing(startedAt, 4.5, 2, 5, 20, 0.01));
    }

    /**
     * A trial of a plan.
     *
     * @param throughput NaN if there is none
     */
    public static Trial of(PlannedTrial planned, TrialStatus status, double throughput) {
        return line(
                planned.id(),
                status,
                Double.isNaN(throughput)
                        ? null
                        : new Throughput(throughput, throughput, throughput, List.of(throughput, throughput)),
                status == TrialStatus.OK ? null : "made up",
                planned.workload(),
                planned.configuration().toMap());
    }

    /** The same trial on another machine. */
    public static Trial on(String processor, Trial line) {
        return ran(line, environment(processor, 1024, "cgroup v2"), line.timing());
    }

    /** The same trial on a node whose memory could not be limited. */
    public static Trial unlimited(String why, Trial line) {
        return ran(line, environment("a processor", null, "none: " + why), line.timing());
    }

    /** The same trial on a disk with this read-ahead. */
    public static Trial withReadAhead(int kib, Trial line) {
        Environment usual = line.environment();
        return ran(
                line,
                new Environment(
                        usual.cores(),
                        usual.heapMiB(),
                        usual.memoryMiB(),
                        usual.memoryLimit(),
                        usual.reads(),
                        usual.readLimit(),
                        kib,
                        "disk",
                        usual.cpuPercent(),
                        usual.cpuLimit(),
                        usual.nodeProcessors(),
                        usual.clientProcessors(),
                        usual.machineMiB(),
                        usual.processor(),
                        usual.system(),
                        usual.java(),
                        usual.release(),
                        usual.datastore(),
                        usual.compiler()),
                line.timing());
    }

    /** The same trial by the sustained protocol. */
    public static Trial sustained(Trial line, List<OpenLoop> openLoops) {
        SustainedResult sustained = new SustainedResult(
                60, 4, 0, 0.01, 0.02, 0.4, List.of(700L), null, openLoops, List.of(debt()), "logs/a.series.json");
        return with(line, line.environment(), line.timing(), sustained, line.code(), line.cause());
    }

    /**
     * The same trial, measured in several states of the files.
     *
     * @param rates operations per second in each state
     * @param sizes MiB of the sstables in each state
     */
    public static Trial withStates(Trial line, double[] rates, double[] sizes) {
        List<SustainedResult.State> states = IntStream.range(0, rates.length)
                .mapToObj(i -> new SustainedResult.State(
                        15 * i, rates[i], 1.0 / rates.length, 15 * i, 0.0, Math.round(sizes[i])))
                .toList();
        SustainedResult sustained = new SustainedResult(
                60, 4, 0, 0.01, 0.02, 0.4, List.of(700L), states, List.of(), List.of(debt()), "logs/a.series.json");
        return with(line, line.environment(), line.timing(), sustained, line.code(), line.cause());
    }

    private static DebtSample debt() {
        return new DebtSample(
                150, TrialPhase.MEASUREMENT, 3L, 90L, 41L, 2.5, 600L, 900L, 2_000L, 0L, 0L, 50L, 200L, 1.0, 0.4);
    }

    private static Trial ran(Trial line, Environment environment, Timing timing) {
        return with(line, environment, timing, line.sustained(), null, null);
    }

    private static Trial with(
            Trial line, Environment environment, Timing timing, SustainedResult sustained, String code, String cause) {
        return new Trial(
                line.id(),
                line.status(),
                line.workload(),
                line.proposed(),
                line.effective(),
                line.seeds(),
                environment,
                timing,
                line.throughput(),
                line.latencies(),
                line.properties(),
                sustained,
                code,
                cause,
                line.log(),
                line.host());
    }

    private static Environment environment(String processor, Integer memoryMiB, String memoryLimit) {
        return new Environment(
                2,
                512,
                memoryMiB,
                memoryLimit,
                null,
                null,
                null,
                null,
                null,
                null,
                "0",
                "1",
                4096,
                processor,
                "Linux 6",
                "17.0.1",
                "5.0.9",
                "embedded",
                "first");
    }

    private static Trial line(String id, TrialStatus status, Throughput throughput, String cause) {
        return line(
                id,
                status,
                throughput,
                cause,
                Workload.ofReadRatio(0.5),
                Map.of("compaction", "Unified(T4)", "concurrent_reads", 9));
    }

    private static Trial line(
            String id,
            TrialStatus status,
            Throughput throughput,
            String cause,
            Workload workload,
            Map<String, Object> configuration) {
        return new Trial(
                id,
                status,
                new TrialWorkload(workload, 1000, 200, 0.5, null, 50.0, 4),
                configuration,
                configuration,
                Map.of("plan", 7L),
                environment("a processor", 1024, "cgroup v2"),
                new Timing("2026-01-01T00:00:00Z", 4.5, 2, 5, 20, 0.01),
                throughput,
                throughput == null ? null : Map.of("read", new TrialLatency(10, 1.5, 1, 2, 3, 4)),
                null,
                null,
                cause == null ? null : "node_or_client_failed",
                cause,
                "logs/" + id + ".log",
                "node1");
    }
}
