package io.rafiki.trainer.ycsb;

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

    /** Hears of each process that is started, before it is waited for. */
    @FunctionalInterface
    public interface Started {
        void started(Process process) throws IOException;
    }

    /** Looks after the node while YCSB drives it. */
    @FunctionalInterface
    public interface Watch {
        /**
         * Says what becomes of it.
         *
         * @param pid the kernel's number of YCSB's process
         */
        Next next(long pid) throws IOException, InterruptedException;
    }

    /** What becomes of a running YCSB. */
    public enum Next {
        GO_ON,
        /** It is ended; what it has measured is enough. */
        ENOUGH,
        /** It is ended, and has failed: its node is gone. */
        FAIL
    }

    static final String SERIES = "series.csv";

    private final Path home;
    private final Started started;

    /** @param home the distribution's folder, which holds {@code lib/ycsb} */
    public Ycsb(Path home, Started started) {
        this.home = home;
        this.started = started;
    }

    /**
     * Runs YCSB to its end.
     *
     * @param patience after which it is killed
     * @param watch asked ten times a second
     * @throws YcsbException if it fails, takes too long, is told to fail, or reports no operation
     */
    public YcsbResult run(YcsbRun run, Duration patience, Watch watch) throws IOException, InterruptedException {
        Files.createDirectories(run.folder());
        Path log = run.folder().resolve("ycsb.log");
        Process process = new ProcessBuilder(command(run))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Thread atExit = new Thread(process::destroyForcibly, "rafiki-kill-ycsb-" + process.pid());
        boolean enough;
        try {
            Runtime.getRuntime().addShutdownHook(atExit);
            started.started(process);
            enough = isEnough(process, patience, watch);
        } finally {
            process.destroyForcibly();
            process.waitFor();
            forget(atExit);
        }
        if (!enough && process.exitValue() != 0) {
            throw new YcsbException("YCSB: ended with " + process.exitValue() + ": " + lastLine(log));
        }
        return YcsbResult.read(run.folder(), log);
    }

    /** Waits for the end, or until the watch has enough. */
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
        // as bytes, which YCSB takes for Latin-1: what is not in it is escaped
        try (OutputStream bytes = Files.newOutputStream(file)) {
            properties.store(bytes, null);
        }
        List<String> command = new ArrayList<>();
        run.processors().ifPresent(processors -> command.addAll(List.of("taskset", "-c", processors)));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms256M",
                "-Xmx512M",
                // a client of a minute on one processor: compiling and collecting must not compete with the load it
                // makes
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                home.resolve("lib/ycsb") + "/*",
                "site.ycsb.Client",
                run.load() ? "-load" : "-t",
                "-db",
                "io.rafiki.ycsb.CassandraBinding",
                "-P",
                file.toString(),
                "-s"));
        return command;
    }

    /** The run's properties with those that make YCSB write a histogram each second and a report at the end. */
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

    private static void forget(Thread atExit) {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException shuttingDown) {
            return;
        }
    }
}
