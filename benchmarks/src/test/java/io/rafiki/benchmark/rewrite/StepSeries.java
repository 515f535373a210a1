package io.rafiki.benchmark.rewrite;

import io.rafiki.benchmark.rewrite.StepResult.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** Three windows of a minute with a sample every two seconds, of a node whose rates are known. */
final class StepSeries {

    static final int WINDOW = 60;

    private static final int INTERVAL = 2;

    private StepSeries() {}

    /**
     * The samples of a node.
     *
     * @param megabytes compacted in the two seconds after a second
     * @param requests per second in the two seconds after a second
     */
    static List<Sample> of(IntToDoubleFunction megabytes, IntToDoubleFunction requests) {
        List<Sample> samples = new ArrayList<>(List.of(new Sample(0, 500, 7_000)));
        for (int second = 0; second < StepResult.WINDOWS * WINDOW; second += INTERVAL) {
            Sample last = samples.get(samples.size() - 1);
            samples.add(new Sample(
                    second + INTERVAL,
                    last.megabytes() + megabytes.applyAsDouble(second),
                    last.requests() + INTERVAL * (long) requests.applyAsDouble(second)));
        }
        return samples;
    }

    /** 5 MB/s and 1,000 requests/s; the step adds 10 MB/s for ten seconds, in which clients lose a fifth. */
    static List<Sample> withABurst() {
        int step = 2 * WINDOW;
        return of(
                second -> second >= step && second < step + 10 ? 30 : 10,
                second -> second >= step && second < step + 10 ? 800 : 1_000);
    }
}
