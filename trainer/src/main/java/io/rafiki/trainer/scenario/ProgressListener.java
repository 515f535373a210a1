package io.rafiki.trainer.scenario;

import java.util.List;

/** Reports the progress of a load. */
@FunctionalInterface
public interface ProgressListener {

    /**
     * Called once per second.
     *
     * @param second of the schedule
     * @param perSecond operations in each second that is known
     * @return lines to print; usually none
     */
    List<String> lines(double second, List<Double> perSecond);
}
