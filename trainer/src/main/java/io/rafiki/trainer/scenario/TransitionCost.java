package io.rafiki.trainer.scenario;

import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.SeriesMean;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a change costs until the node is measured: operations that the tuned node served less than the baseline in the same seconds.
 *
 * @param segment name of the measured part that follows
 * @param seconds from the first change of the phase to the measured part
 * @param operations lost operations with their 95 % interval; negative if the tuned node served more
 */
public record TransitionCost(String segment, double seconds, ConfidenceInterval operations) {

    /** The costs of all phases with a change before their measured part. */
    static List<TransitionCost> of(ScenarioResult result) {
        List<TransitionCost> costs = new ArrayList<>();
        for (SegmentResult segment : result.tuned().segments()) {
            if (segment.parts().size() == 1 && Double.isFinite(segment.firstChange())) {
                double measured = segment.parts().get(0).from();
                double begin = Math.floor(result.schedule().at(measured).from() + segment.firstChange());
                if (begin < measured) {
                    of(result, segment.segment(), new TimeRange(begin, measured))
                            .ifPresent(costs::add);
                }
            }
        }
        return costs;
    }

    private static Optional<TransitionCost> of(ScenarioResult result, String segment, TimeRange range) {
        Optional<SeriesMean> tuned =
                SegmentResult.mean(List.of(range), result.tuned().throughput());
        Optional<SeriesMean> baseline =
                SegmentResult.mean(List.of(range), result.baseline().throughput());
        if (tuned.isEmpty() || baseline.isEmpty()) {
            return Optional.empty();
        }
        double seconds = range.seconds();
        return Optional.of(new TransitionCost(
                segment, seconds, baseline.get().minus(tuned.get()).on(perSecond -> perSecond * seconds)));
    }
}
