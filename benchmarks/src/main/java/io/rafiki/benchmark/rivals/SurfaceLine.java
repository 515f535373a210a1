package io.rafiki.benchmark.rivals;

import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.SustainedResult;
import io.rafiki.trainer.trial.Throughput;
import io.rafiki.trainer.trial.Timing;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.trainer.trial.TrialWorkload;
import java.util.List;
import java.util.Map;

/** Lines of trials that no node has run. */
public final class SurfaceLine {

    private SurfaceLine() {}

    /**
     * The line of a measured trial, without what only a node has.
     *
     * @param rate operations per second
     * @param seconds duration of the whole trial
     */
    public static Trial of(PlannedTrial planned, double rate, double seconds) {
        return of(planned, TrialStatus.OK, new Throughput(rate, rate, rate, List.of()), null, seconds);
    }

    /** The outcome of a trial as that of another one, for example with its workload rounded as a plan rounds it. */
    static Trial of(PlannedTrial planned, Trial outcome) {
        return of(
                planned,
                outcome.status(),
                outcome.throughput(),
                outcome.sustained(),
                outcome.timing().totalSeconds());
    }

    private static Trial of(
            PlannedTrial planned,
            TrialStatus status,
            Throughput throughput,
            SustainedResult sustained,
            double seconds) {
        return new Trial(
                planned.id(),
                status,
                new TrialWorkload(planned.workload(), 1, 1, 0, null, null, 1),
                planned.configuration().toMap(),
                null,
                Map.of(),
                null,
                new Timing("1970-01-01T00:00:00Z", 0, 0, seconds, seconds, null),
                throughput,
                null,
                null,
                sustained,
                null,
                null,
                null,
                null);
    }
}
