package io.rafiki.trainer.ycsb;

import io.rafiki.trainer.host.KillAtExit;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Starts YCSB from the distribution's {@code lib/ycsb} and waits for its end. */
public final class Ycsb {

    /** Receives each started process. */
    @FunctionalInterface
    public interface Started {
        void started(Process process) throws IOException;
    }

    /** Observes the node while YCSB runs. */
    @FunctionalInterface
    public interface Watch {
        /**
         * The next action on the running process.
         *
         * @param pid process id of YCSB
         */
        Next next(long pid) throws IOException, InterruptedException;
    }

    /** The action on a running YCSB process. */
    public enum Next {
        GO_ON,
        /** End it; it has measured enough. */
        ENOUGH,
        /** End it as failed, because its node ended. */
        FAIL
    }

    static final String SERIES = "series.csv";

    private final Path home;
    private final Started started;

    /** @param home folder of the distribution, which contains {@code lib/ycsb} */
    public Ycsb(Path home, Started started) {
        this.home = home;
        this.started = started;
    }

    /**
     * Runs YCSB to its end.
     *
     * @param patience time limit, after which it is killed
     * @param watch called ten times per second
     * @throws YcsbException if it fails, exceeds its time limit, is ended as failed, or reports no operation
     */
    public YcsbResult run(YcsbRun run, Duration patience, Watch watch) throws IOException, InterruptedException {
        Files.createDirectories(run.folder());
        Path log = run.folder().resolve("ycsb.log");
        Process process = new ProcessBuilder(command(run))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        KillAtExit atExit = KillAtExit.of("YCSB", process.pid(), process::destroyForcibly);
        boolean enough;
        try {
            started.started(process);
            enough = isEnough(process, patience, watch);
        } finally {
            process.destroyForcibly();
            process.waitFor();
            atExit.close();
        }
        if (!enough && process.exitValue() != 0) {
            throw new YcsbException("YCSB: ended with " + process.exitValue() + ": " + lastLine(log));
        }
        return YcsbResult.read(run.folder(), log);
    }

    /** Waits for the end of the process, or until the watch has enough. */
    private static boolean isEnough(Process process, Duration patience, Watch watch)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
            Next next = watch.next(process.pid());
            if (next == Next.ENOUGH) {
                return true;
            }
            if (next == Next.FAIL) {
                throw new YcsbException("YCSB: ended early, because its node has ended.");
            }
            if (System.nanoTime() > deadline) {
                throw new DeadlineException(
                        "YCSB: expected to end within " + patience.toSeconds() + " s, found it running.");
            }
        }
        return false;
    }

    private List<String> command(YcsbRun run) throws IOException {
        Path file = run.folder().resolve("workload.properties");
        Properties properties = new Properties();
        properties.putAll(withReport(run));
        // as bytes, because YCSB reads Latin-1; other characters are escaped
        try (OutputStream bytes = Files.newOutputStream(file)) {
            properties.store(bytes, null);
        }
        List<String> command = new ArrayList<>();
        run.processors().ifPresent(processors -> command.addAll(List.of("taskset", "-c", processors)));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms256M",
                "-Xmx512M",
                // a client that runs for a minute on one processor: compilation and garbage collection must not compete
                // with its load
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                home.resolve("lib/ycsb") + "/*",
                "site.ycsb.Client",
                run.load() ? "-load" : "-t",
                "-db",
                run.binding(),
                "-P",
                file.toString(),
                "-s"));
        return command;
    }

    /** The run's properties, plus those for a histogram per second and a final report. */
    private static Map<String, String> withReport(YcsbRun run) {
        Map<String, String> all = new TreeMap<>(run.properties());
        all.putIfAbsent("workload", "site.ycsb.workloads.CoreWorkload");
        all.put("measurementtype", "hdrhistogram");
        all.put("hdrhistogram.fileoutput", "true");
        all.put("hdrhistogram.output.path", run.folder() + "/");
        all.put("status.interval", "1");
        all.put("rafiki.series", run.folder().resolve(SERIES).toString());
        all.put("exporter", "site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter");
        all.put("exportfile", run.folder().resolve("report.json").toString());
        return all;
    }

    static String lastLine(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log, java.nio.charset.StandardCharsets.ISO_8859_1);
        List<String> telling = lines.stream()
                .filter(line -> line.contains("Exception") || line.contains("Error"))
                .toList();
        List<String> from = telling.isEmpty() ? lines : telling;
        return from.isEmpty()
                ? "it printed nothing"
                : from.get(telling.isEmpty() ? from.size() - 1 : 0).strip();
    }
}
