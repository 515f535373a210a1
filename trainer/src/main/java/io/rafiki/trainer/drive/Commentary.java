package io.rafiki.trainer.drive;

import java.util.List;

/** Says how a drive goes, for people who watch. */
@FunctionalInterface
public interface Commentary {

    /**
     * Called once a second.
     *
     * @param second of the schedule
     * @param perSecond operations in each second that is known
     * @return lines to say, often none
     */
    List<String> lines(double second, List<Double> perSecond);
}
