package io.rafiki.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Makes windows out of samples: one every {@code length}, sooner when something makes the running one useless.
 *
 * <p>When the read ratio moves within a window, what came after the move opens the next window, so that a step is decided upon
 * one window length after it happened, wherever in a window it fell. Not thread-safe.
 */
public final class WindowAssembler {

    private final Duration length;
    private final Duration tolerance;
    private final Duration longestGap;
    private final ChangeTest test;
    private final List<Slice> slices = new ArrayList<>();
    private CounterSample last;
    private CounterDeltas deltas;

    /**
     * @param length of a window, to half a sample: no clock ticks so exactly that a whole number of samples makes a window
     * @param sampling expected time between samples; a gap of more than five of them (at least 5 s) makes a window invalid
     * @param test decides whether a window is stationary
     */
    public WindowAssembler(Duration length, Duration sampling, ChangeTest test) {
        this.length = length;
        this.tolerance = sampling.dividedBy(2);
        Duration five = sampling.multipliedBy(5);
        this.longestGap = five.compareTo(Duration.ofSeconds(5)) > 0 ? five : Duration.ofSeconds(5);
        this.test = test;
    }

    /**
     * Takes one sample in.
     *
     * @param at wall-clock time of the sample, for the window's label only
     * @return the window that this sample completes or spoils
     */
    public Optional<Window> add(CounterSample sample, Instant at) {
        CounterSample before = last;
        CounterDeltas known = deltas;
        last = sample;
        deltas = new CounterDeltas(sample);
        if (before == null) {
            return Optional.empty();
        }
        long nanos = sample.nanoTime() - before.nanoTime();
        if (nanos <= 0 || nanos > longestGap.toNanos()) {
            return spoiled(at, WindowState.SAMPLES_MISSING, gap(nanos));
        }
        CounterDeltas.Outcome outcome = known.to(sample, nanos);
        if (outcome.slice() == null) {
            return spoiled(at, outcome.state(), outcome.detail());
        }
        slices.add(outcome.slice());
        return elapsed().plus(tolerance).compareTo(length) >= 0 ? Optional.of(complete(at)) : Optional.empty();
    }

    /** Time that the running window covers so far. */
    public Duration elapsed() {
        return Duration.ofNanos(slices.stream().mapToLong(Slice::nanos).sum());
    }

    /** Operations in the running window so far. */
    public long operations() {
        return slices.stream().mapToLong(Slice::operations).sum();
    }

    /** The length that a window reaches. */
    public Duration length() {
        return length;
    }

    private Window complete(Instant at) {
        int shift = test.shift(slices);
        if (shift < 0) {
            WindowState state = operations() == 0 ? WindowState.IDLE : WindowState.VALID;
            return close(at, state, state == WindowState.IDLE ? state.meaning() : "", List.of());
        }
        List<Slice> rest = List.copyOf(slices.subList(shift, slices.size()));
        double from = Proportion.of(slices.subList(0, shift)).ratio();
        double to = Proportion.of(rest).ratio();
        return close(
                at,
                WindowState.SHIFTING,
                String.format(
                        Locale.ROOT,
                        "the read ratio moved from %.2f to %.2f, %.0f s before the window's end",
                        from,
                        to,
                        rest.stream().mapToLong(Slice::nanos).sum() / 1e9),
                rest);
    }

    private Optional<Window> spoiled(Instant at, WindowState state, String detail) {
        return Optional.of(close(at, state, detail, List.of()));
    }

    private Window close(Instant at, WindowState state, String detail, List<Slice> carriedOver) {
        Duration covered = elapsed();
        Window window = new Window(
                at.minus(covered),
                covered,
                slices.stream().mapToLong(Slice::reads).sum(),
                slices.stream().mapToLong(Slice::writes).sum(),
                slices.stream().mapToLong(Slice::scans).sum(),
                Proportion.of(slices).dispersion(),
                Pace.of(slices),
                ClientCounts.sum(slices.stream().map(Slice::clients)),
                Latency.of(slices),
                Gauges.mean(slices.stream().map(Slice::gauges).toList()),
                state,
                detail);
        slices.clear();
        slices.addAll(carriedOver);
        return window;
    }

    private String gap(long nanos) {
        return String.format(
                Locale.ROOT,
                "%.1f s between two samples, expected at most %.1f s",
                nanos / 1e9,
                longestGap.toNanos() / 1e9);
    }
}
