package io.rafiki.benchmark.cluster;

import io.rafiki.benchmark.cluster.CanaryStudy.Line;
import io.rafiki.benchmark.result.OutOption;
import io.rafiki.cluster.PeerWindow;
import io.rafiki.cluster.PeerWindow.Times;
import io.rafiki.trainer.cassandra.CqlClient;
import io.rafiki.trainer.cassandra.RingLoad;
import io.rafiki.trainer.cli.OptionRange;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench canary}: verdicts about real nodes that nothing was changed on. */
@Command(
        name = "canary",
        mixinStandardHelpOptions = true,
        description =
                "Drives a ring of three real nodes at a constant rate. It records the windows that a roll-out compares to"
                        + " windows.csv in --out. Then each node is the canary of each stretch of 90 windows, without a"
                        + " change. The same command adds to earlier windows; --minutes 0 only evaluates.")
public final class BenchCanaryCommand implements Callable<Integer> {

    private static final String SETTINGS =
            """
            mode: observe
            cluster: on
            engine: compiled
            window: 2s
            sample: 500ms
            guardrails: {min_operations: 100}
            """;
    private static final int RECORDS = 20_000;
    private static final int THREADS = 8;

    /** The load generator calls ten times per second. */
    private static final int CALLS_PER_LOOK = 5;

    /** Time until the JVMs have compiled. */
    private static final Duration WARM_UP = Duration.ofMinutes(2);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "30",
            description = "Minutes of load after the warm-up of two minutes. Default: ${DEFAULT-VALUE}.")
    private int minutes;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "400",
            description = "Operations per second, half of them reads. Default: ${DEFAULT-VALUE}.")
    private int rate;

    @Option(
            names = "--merge",
            paramLabel = "N",
            defaultValue = "1",
            description = "Recorded windows of two seconds that count as one; 15 gives the shipped windows of 30 s."
                    + " Default: ${DEFAULT-VALUE}.")
    private int merge;

    @Mixin
    private OutOption out;

    @Override
    public Integer call() throws IOException, InterruptedException {
        OptionRange.requireAtLeast(spec, "--minutes", 0, minutes);
        OptionRange.requireAtLeast(spec, "--merge", 1, merge);
        Path folder = Files.createDirectories(out.folder());
        Path csv = folder.resolve("windows.csv");
        List<Line> lines = read(csv);
        if (minutes > 0) {
            int run = 1 + lines.stream().mapToInt(Line::run).max().orElse(0);
            RingLoad load = new RingLoad(RECORDS, 0.5, THREADS, OptionalInt.of(rate));
            BenchRing.run(folder.resolve("work"), SETTINGS, load, ring -> record(ring, csv, run));
        }
        PrintWriter print = spec.commandLine().getOut();
        new CanaryStudy(read(csv), merge).report().forEach(print::println);
        print.flush();
        return 0;
    }

    private static List<Line> read(Path csv) throws IOException {
        if (!Files.exists(csv)) {
            Files.writeString(csv, CanaryStudy.HEADER + "\n");
        }
        return Files.readAllLines(csv).stream().skip(1).map(Line::of).toList();
    }

    private void record(BenchRing ring, Path csv, int run) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Map<String, Long> seen = new HashMap<>();
        AtomicLong looks = new AtomicLong();
        Duration longest = WARM_UP.plusMinutes(minutes).plus(BenchRing.PATIENCE);
        ring.ycsb().run(ring.clients(), longest, pid -> {
            double second = (System.nanoTime() - begin) / 1e9 - WARM_UP.toSeconds();
            if (second > 0 && looks.incrementAndGet() % CALLS_PER_LOOK == 0) {
                append(csv, fresh(ring.cql(), run, second, seen));
            }
            return second > 60.0 * minutes ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON;
        });
    }

    /** The windows that ended since the last look. */
    private static List<Line> fresh(CqlClient cql, int run, double second, Map<String, Long> seen) throws IOException {
        List<Line> lines = new ArrayList<>();
        for (Map<String, Object> row : cql.rows("rafiki_cluster", "member")) {
            String node = String.valueOf(row.get("address"));
            long windows = (Long) row.get("windows");
            if (row.get("read_ratio") != null && !Long.valueOf(windows).equals(seen.put(node, windows))) {
                lines.add(new Line(
                        run,
                        second,
                        node,
                        windows,
                        new PeerWindow(
                                (Double) row.get("read_ratio"),
                                (Double) row.get("replica_read_ratio"),
                                new Times((Double) row.get("read_us"), (Double) row.get("write_us")),
                                new Times((Double) row.get("read_p99_us"), (Double) row.get("write_p99_us")),
                                (Double) row.get("cpu_us"),
                                (Double) row.get("disk_bytes"),
                                (Double) row.get("debt"),
                                (Long) row.get("errors"))));
            }
        }
        return lines;
    }

    private static void append(Path csv, List<Line> lines) throws IOException {
        for (Line line : lines) {
            Files.writeString(csv, line.text() + "\n", StandardOpenOption.APPEND);
        }
    }
}
