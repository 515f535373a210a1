package io.rafiki.trainer.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A workload such as Rafiki §2.4 shows of the metagenomics portal MG-RAST: long phases of reads, bursts of writes that begin and end
 * from one window to the next, and times of both.
 *
 * <p>Three regimes follow one another as a semi-Markov chain: after reading comes a burst in two of three cases, else a mixed time; after a
 * burst or a mixed time the portal is read again in three of four cases, else the other of the two comes. The scatter of a window's read
 * ratio and number of operations is drawn on top. The same parameters and seed give the same trace.
 *
 * @param days length of the trace
 * @param window length of one line
 * @param reading times of reading
 * @param burst times of writing
 * @param mixed times of both
 * @param scatter standard deviation of a window's read ratio about its regime's
 * @param operationsPerSecond in the mean
 * @param seed of all that is drawn
 */
public record SyntheticTrace(
        int days,
        Duration window,
        TraceState reading,
        TraceState burst,
        TraceState mixed,
        double scatter,
        double operationsPerSecond,
        long seed) {

    private static final Instant START = Instant.parse("2017-12-11T00:00:00Z");
    private static final double LOAD_SCATTER = 0.1;

    /** What the command draws where nothing else is said: mean lengths of 4 h, 30 min and 1 h. */
    public static SyntheticTrace usual(int days, Duration window, double operationsPerSecond, long seed) {
        return lasting(
                days,
                window,
                Duration.ofHours(4),
                Duration.ofMinutes(30),
                Duration.ofHours(1),
                operationsPerSecond,
                seed);
    }

    /** The same with other mean lengths of the regimes. */
    public static SyntheticTrace lasting(
            int days,
            Duration window,
            Duration reading,
            Duration burst,
            Duration mixed,
            double operationsPerSecond,
            long seed) {
        return new SyntheticTrace(
                days,
                window,
                new TraceState(reading, 0.85, 1, false),
                new TraceState(burst, 0, 0.2, false),
                new TraceState(mixed, 0.3, 0.7, true),
                0.02,
                operationsPerSecond,
                seed);
    }

    /** Draws the trace. */
    public Trace trace() {
        SplittableRandom random = new SplittableRandom(seed);
        List<TraceRow> rows = new ArrayList<>();
        int windows = (int) (Duration.ofDays(days).toNanos() / window.toNanos());
        TraceState regime = reading;
        while (rows.size() < windows) {
            int spell = Math.max(1, (int) Math.round(
                    -Math.log(1 - random.nextDouble()) * regime.length().toNanos() / window.toNanos()));
            double level = drawn(regime, random);
            for (int i = 0; i < spell && rows.size() < windows; i++) {
                rows.add(row(rows.size(), regime.wanders() ? drawn(regime, random) : level, random));
            }
            regime = next(regime, random);
        }
        return new Trace(rows);
    }

    private TraceRow row(int index, double level, SplittableRandom random) {
        double ratio = Math.min(1, Math.max(0, level + scatter * random.nextGaussian()));
        double load = operationsPerSecond * Math.exp(LOAD_SCATTER * random.nextGaussian());
        long operations = Math.round(load * window.toNanos() / 1e9);
        long reads = Math.round(ratio * operations);
        return new TraceRow(START.plus(window.multipliedBy(index)), window, reads, operations - reads, 0);
    }

    private TraceState next(TraceState now, SplittableRandom random) {
        if (now.equals(reading)) {
            return random.nextInt(3) < 2 ? burst : mixed;
        }
        TraceState other = now.equals(burst) ? mixed : burst;
        return random.nextInt(4) < 3 ? reading : other;
    }

    private static double drawn(TraceState regime, SplittableRandom random) {
        return regime.least() + (regime.most() - regime.least()) * random.nextDouble();
    }

    /** The trace as {@link Trace#read} takes it. */
    public static String text(Trace trace) {
        StringBuilder text = new StringBuilder("start,reads,writes,scans\n");
        for (TraceRow row : trace.rows()) {
            text.append(row.start())
                    .append(',')
                    .append(row.reads())
                    .append(',')
                    .append(row.writes())
                    .append(',')
                    .append(row.scans())
                    .append('\n');
        }
        return text.toString();
    }
}
