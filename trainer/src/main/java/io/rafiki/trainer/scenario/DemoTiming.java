package io.rafiki.trainer.scenario;

import java.time.Duration;

/**
 * How long the parts of a demonstration last, and how quick its tuner is.
 *
 * @param warmUp part of the first phase, from its start, that is left out of the means: the node compiles
 * @param first length of the first phase; if data are rewritten it is here
 * @param phase length of every other phase
 * @param settle part of every other phase, from its start, that is left out of the means: caches fill, and the tuner notices the change
 * @param tail part of each phase, up to its end, whose mean is shown beside the phase's
 * @param window length of the tuner's windows, and of its rest after a change
 */
record DemoTiming(Duration warmUp, Duration first, Duration phase, Duration settle, Duration tail, Duration window) {

    static final DemoTiming QUICK = seconds(36, 50, 24, 10, 10, 5);
    static final DemoTiming LONG = seconds(60, 240, 180, 20, 60, 10);

    /** Loading, and copying the data twice. */
    private static final Duration LOAD = Duration.ofSeconds(90);

    private static final Duration NODE_START = Duration.ofSeconds(6);
    private static final Duration CLIENT_START = Duration.ofSeconds(4);

    private static DemoTiming seconds(int warmUp, int first, int phase, int settle, int tail, int window) {
        return new DemoTiming(
                Duration.ofSeconds(warmUp),
                Duration.ofSeconds(first),
                Duration.ofSeconds(phase),
                Duration.ofSeconds(settle),
                Duration.ofSeconds(tail),
                Duration.ofSeconds(window));
    }

    /** Length of the phase with the given index. */
    Duration phase(int index) {
        return index == 0 ? first : phase;
    }

    /** What is left out of the means of a phase that begins with that second. */
    Duration settle(double from) {
        return from > 0 ? settle : warmUp;
    }

    /** About how long all of it takes, loading included. */
    Duration total(int phases) {
        Duration run = NODE_START.plus(CLIENT_START);
        for (int i = 0; i < phases; i++) {
            run = run.plus(phase(i));
        }
        return LOAD.plus(run.multipliedBy(2));
    }
}
