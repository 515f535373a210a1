package io.rafiki.benchmark.collection;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.Search;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.trial.PlannedTrial;
import java.util.List;

/** What a campaign is rehearsed on in place of a node: a throughput for each trial that is known beforehand. */
interface TestFunction {

    KnobSpace space();

    /** The read ratios at which a recommendation is judged. */
    List<Double> readRatios();

    /** A trial at a point of the unit cube, or the nearest to it that can be measured. */
    PlannedTrial at(SpaceFilling.Point point);

    /** What a trial measures, noise included. */
    double measured(PlannedTrial trial);

    /** The throughput without noise. */
    double truth(double readRatio, Configuration configuration);

    /** The greatest of all at a read ratio. */
    double best(double readRatio);

    /** Searches what can be measured. */
    Search search();
}
