package io.rafiki.workload;

import io.rafiki.workload.WindowDefect.Idle;
import io.rafiki.workload.WindowDefect.SamplesMissing;
import io.rafiki.workload.WindowDefect.Shifting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Assembles windows from samples: one per {@code length}, or earlier if the present one becomes invalid.
 *
 * <p>If a share of operations, such as the read ratio, shifts within a window, the next window starts at the shift. So the decision about a
 * step follows one window length after it, independent of its position. Not thread-safe.
 */
public final class WindowAssembler {

    private final Duration length;
    private final Duration tolerance;
    private final Duration longestGap;
    private final ChangeTest test;
    private final List<SampleInterval> slices = new ArrayList<>();
    private CounterSample last;
    private CounterDeltas deltas;

    /**
     * @param length length of a window, with a tolerance of half a sample, because clocks do not tick exactly
     * @param sampling expected time between samples; a gap of more than five of them (at least 5 s) invalidates a window
     * @param test tests whether a window is stationary
     */
    public WindowAssembler(Duration length, Duration sampling, ChangeTest test) {
        this.length = length;
        this.tolerance = sampling.dividedBy(2);
        Duration five = sampling.multipliedBy(5);
        this.longestGap = five.compareTo(Duration.ofSeconds(5)) > 0 ? five : Duration.ofSeconds(5);
        this.test = test;
    }

    /**
     * Adds one sample.
     *
     * @param at wall-clock time of the sample, for the window's label only
     * @return the window that this sample completes or invalidates
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
            return spoiled(at, new SamplesMissing(Duration.ofNanos(nanos), longestGap));
        }
        CounterDeltas.Outcome outcome = known.to(sample, nanos);
        if (outcome.slice() == null) {
            return spoiled(at, outcome.defect());
        }
        slices.add(outcome.slice());
        return elapsed().plus(tolerance).compareTo(length) >= 0 ? Optional.of(complete(at)) : Optional.empty();
    }

    /** The time that the present window covers so far. */
    public Duration elapsed() {
        return Duration.ofNanos(slices.stream().mapToLong(SampleInterval::nanos).sum());
    }

    /** The operations in the present window so far. */
    public long operations() {
        return slices.stream().mapToLong(SampleInterval::operations).sum();
    }

    /** The full length of a window. */
    public Duration length() {
        return length;
    }

    private Window complete(Instant at) {
        Optional<ChangeTest.Shift> shift = test.shift(slices);
        if (shift.isEmpty()) {
            return close(at, operations() == 0 ? Optional.of(new Idle()) : Optional.empty(), List.of());
        }
        OperationShare share = shift.get().share();
        List<SampleInterval> rest = List.copyOf(slices.subList(shift.get().slice(), slices.size()));
        double from = ReadRatioEstimate.of(share, slices.subList(0, shift.get().split()))
                .ratio();
        double to = ReadRatioEstimate.of(share, rest).ratio();
        return close(
                at,
                Optional.of(new Shifting(
                        share.feature().label(),
                        from,
                        to,
                        Duration.ofNanos(
                                rest.stream().mapToLong(SampleInterval::nanos).sum()))),
                rest);
    }

    private Optional<Window> spoiled(Instant at, WindowDefect defect) {
        return Optional.of(close(at, Optional.of(defect), List.of()));
    }

    private Window close(Instant at, Optional<WindowDefect> defect, List<SampleInterval> carriedOver) {
        Duration covered = elapsed();
        Window window = new Window(
                at.minus(covered),
                covered,
                slices.stream().mapToLong(slice -> slice.counts().reads()).sum(),
                slices.stream().mapToLong(slice -> slice.counts().writes()).sum(),
                slices.stream().mapToLong(slice -> slice.counts().scans()).sum(),
                ReadRatioEstimate.dispersion(slices),
                ThroughputTrend.of(slices),
                ClientCounts.sum(slices.stream().map(SampleInterval::clients)),
                Latency.of(slices),
                WindowGauges.mean(slices.stream().map(SampleInterval::gauges).toList()),
                defect);
        slices.clear();
        slices.addAll(carriedOver);
        return window;
    }
}
