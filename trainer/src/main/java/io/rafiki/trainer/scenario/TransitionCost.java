package io.rafiki.trainer.scenario;

import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.SeriesMean;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a change costs until the node is measured: operations that the tuned node served less than the baseline in the same seconds.
 *
 * <p>With several pairs of runs it is the mean of those with a change.
 *
 * @param segment name of the measured part that follows
 * @param seconds from the first change after the previous measured part to this one
 * @param operations lost operations with their 95 % interval; negative if the tuned node served more
 */
public record TransitionCost(String segment, double seconds, ConfidenceInterval operations) {

    /** The costs of all phases with a change between the previous measured part and their own. */
    static List<TransitionCost> of(ScenarioResult result) {
        List<TransitionCost> costs = new ArrayList<>();
        for (int i = 0; i < result.tuned().segments().size(); i++) {
            int segment = i;
            List<TransitionCost> runs = result.pairs().stream()
                    .flatMap(pair -> of(result.schedule(), pair, segment).stream())
                    .toList();
            if (!runs.isEmpty()) {
                costs.add(mean(runs));
            }
        }
        return costs;
    }

    private static TransitionCost mean(List<TransitionCost> runs) {
        return runs.size() == 1
                ? runs.get(0)
                : new TransitionCost(
                        runs.get(0).segment,
                        runs.stream()
                                .mapToDouble(TransitionCost::seconds)
                                .average()
                                .orElseThrow(),
                        ConfidenceInterval.of(runs.stream()
                                .mapToDouble(run -> run.operations.mean())
                                .toArray()));
    }

    private static Optional<TransitionCost> of(Schedule schedule, RunPair pair, int number) {
        SegmentResult segment = pair.tuned().segments().get(number);
        if (segment.parts().size() != 1) {
            return Optional.empty();
        }
        double measured = segment.parts().get(0).from();
        double previous = pair.tuned().segments().stream()
                .flatMap(other -> other.parts().stream())
                .mapToDouble(TimeRange::to)
                .filter(end -> end <= measured)
                .max()
                .orElse(schedule.at(measured).from());
        OptionalDouble change = TimelineEvent.firstChange(pair.tuned().events(), previous, measured);
        if (change.isEmpty()) {
            return Optional.empty();
        }
        double begin = Math.floor(change.getAsDouble());
        List<TimeRange> range = List.of(new TimeRange(begin, measured));
        Optional<SeriesMean> tuned = SegmentResult.mean(range, pair.tuned().throughput());
        Optional<SeriesMean> baseline =
                SegmentResult.mean(range, pair.baseline().throughput());
        if (tuned.isEmpty() || baseline.isEmpty()) {
            return Optional.empty();
        }
        double seconds = measured - begin;
        return Optional.of(new TransitionCost(
                segment.segment(), seconds, baseline.get().minus(tuned.get()).on(perSecond -> perSecond * seconds)));
    }
}
