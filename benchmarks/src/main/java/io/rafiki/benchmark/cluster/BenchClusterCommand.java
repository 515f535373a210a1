package io.rafiki.benchmark.cluster;

import io.rafiki.benchmark.result.OutOption;
import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.cassandra.Reconnection;
import io.rafiki.trainer.cassandra.RingLoad;
import io.rafiki.trainer.operator.ConsoleException;
import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.operator.TunerConsole.Bean;
import io.rafiki.trainer.ycsb.ContinuousLoad;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench cluster}: the cost of coordination, idle and during a roll-out. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        description =
                "Starts a ring of three real nodes with the shipped windows and few clients, with cluster: off and with"
                        + " cluster: on, idle and during a roll-out. Prints operations on the tables of rafiki_cluster, and bytes"
                        + " between nodes, per node and minute. About 30 minutes.")
public final class BenchClusterCommand implements Callable<Integer> {

    /** Time until the first leases and reports. */
    private static final int SETTLE_SECONDS = 120;

    /** A window of 30 s needs 100 operations on each node. */
    private static final String SETTINGS =
            """
            mode: approve
            engine: compiled
            guardrails: {min_operations: 100}
            """;

    private static final RingLoad LOAD = new RingLoad(1_000, 0.5, 1, OptionalInt.of(20));

    /** A change without an effect. */
    private static final String CHANGE = "concurrent_writes=33";

    /** Thirty windows before the change take 15 minutes. */
    private static final Duration PATIENCE = Duration.ofMinutes(20);

    private static final double KIB = 1024;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "3",
            description = "Minutes of each measurement. Default: ${DEFAULT-VALUE}.")
    private int minutes;

    @Mixin
    private OutOption out;

    /** What a ring does during a measurement. */
    private interface Phase {
        void run() throws IOException, InterruptedException;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        underLoad("off", ring -> print("cluster=off", ring, this::idle));
        underLoad("on", ring -> {
            print("cluster=on", ring, this::idle);
            print("roll-out", ring, () -> rollOut(ring));
        });
        return 0;
    }

    private void idle() throws InterruptedException {
        TimeUnit.MINUTES.sleep(minutes);
    }

    /** Prints what a phase cost. */
    private void print(String name, BenchRing ring, Phase phase) throws IOException, InterruptedException {
        CoordinationCounts before = CoordinationCounts.of(ring.nodes());
        long begun = System.nanoTime();
        phase.run();
        double length = (System.nanoTime() - begun) / 60e9;
        CoordinationCounts counts = CoordinationCounts.of(ring.nodes()).since(before);
        double each = BenchRing.NODES * length;
        PrintWriter print = spec.commandLine().getOut();
        print.printf(
                Locale.ROOT,
                "%s: %.1f min, reads=%.1f writes=%.1f conditional=%.1f KiB=%.1f per node and minute%n",
                name,
                length,
                counts.reads() / each,
                counts.writes() / each,
                counts.conditional() / each,
                counts.bytes() / KIB / each);
        print.flush();
    }

    /**
     * Does something with a ring under load.
     *
     * @param cluster on or off
     */
    private void underLoad(String cluster, BenchRing.Work what) throws IOException, InterruptedException {
        BenchRing.run(out.folder().resolve("work"), SETTINGS + "cluster: " + cluster + "\n", LOAD, ring -> {
            ContinuousLoad load = ContinuousLoad.start(ring.ycsb(), ring.clients(), Duration.ofHours(2));
            try {
                TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
                what.with(ring);
            } finally {
                load.end();
            }
        });
    }

    /** Begins a roll-out, promotes it after some minutes of windows, and follows it to its end. */
    private void rollOut(BenchRing ring) throws IOException, InterruptedException {
        try (TunerConsole cluster = TunerConsole.connect(
                "127.0.0.1", ring.nodes().get(0).jmxPort(), JmxLogin.NONE, Reconnection.NEVER, Bean.CLUSTER)) {
            String text = String.class.getName();
            await(() -> {
                try {
                    cluster.invoke("set", new Object[] {CHANGE, ""}, new String[] {text, text});
                    return true;
                } catch (ConsoleException notYet) {
                    return false;
                }
            });
            idle();
            cluster.invoke("promote", new Object[] {""}, new String[] {text});
            await(() -> String.valueOf(cluster.get("Rollouts")).contains("confirmed"));
        }
    }

    private static void await(BooleanSupplier condition) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new IOException("roll-out: expected its next phase within " + PATIENCE.toMinutes()
                        + " min, found none. Read the logs of the nodes.");
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }
}
