package io.rafiki.trainer.evaluate;

import io.rafiki.trainer.statistics.ConfidenceInterval;

/**
 * The figures of one method at one size, over the repeats. Those share rows, so an interval is one for other draws of the same table, not
 * for other tables.
 *
 * @param method by name
 * @param trainSize rows trained on
 * @param testSize rows predicted, on average
 * @param mape mean absolute percentage error, in percent
 * @param r2 coefficient of determination
 * @param rmse root mean squared error, in the target's unit
 * @param within1 mean share of rows within one predicted deviation; NaN where there is none
 * @param within2 mean share of rows within two predicted deviations; NaN where there is none
 * @param behind how many points of MAPE this method is behind the ensemble, paired over the repeats; below 0 if it is ahead
 * @param rmseBehind how much greater this method's RMSE is than the ensemble's, paired in the same way
 */
public record ResultRow(
        String method,
        int trainSize,
        double testSize,
        ConfidenceInterval mape,
        ConfidenceInterval r2,
        ConfidenceInterval rmse,
        double within1,
        double within2,
        ConfidenceInterval behind,
        ConfidenceInterval rmseBehind) {

    public boolean isEnsemble() {
        return method.equals(ValidationResult.ENSEMBLE);
    }

    /** Where the ensemble stands against this method in MAPE. */
    public Standing standing() {
        return isEnsemble() ? Standing.LEVEL : Standing.of(behind);
    }

    /** Where the ensemble stands against this method in RMSE. */
    public Standing rmseStanding() {
        return isEnsemble() ? Standing.LEVEL : Standing.of(rmseBehind);
    }

    /** The ensemble's place beside a baseline: ahead or behind if the whole interval of the difference says so. */
    public enum Standing {
        AHEAD,
        LEVEL,
        BEHIND;

        private static Standing of(ConfidenceInterval behind) {
            return behind.low() > 0 ? AHEAD : behind.high() < 0 ? BEHIND : LEVEL;
        }
    }
}
