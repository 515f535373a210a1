package io.rafiki.trainer.evaluate;

import io.rafiki.trainer.statistics.ConfidenceInterval;

/**
 * The errors of one method at one size, over the repeats. Repeats share rows, so an interval is valid for other draws from the same table,
 * not for other tables.
 *
 * @param method by name
 * @param trainSize number of training rows
 * @param testSize number of predicted rows, on average
 * @param mape mean absolute percentage error, in percent
 * @param r2 coefficient of determination
 * @param rmse root mean squared error, in the target's unit
 * @param within1 mean share of rows within one predicted deviation; NaN without deviations
 * @param within2 mean share of rows within two predicted deviations; NaN without deviations
 * @param behind MAPE of this method minus that of the ensemble in percentage points, paired over the repeats
 * @param rmseBehind RMSE of this method minus that of the ensemble, paired in the same way
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

    /** The standing of the ensemble against this method in MAPE. */
    public Standing standing() {
        return isEnsemble() ? Standing.LEVEL : Standing.of(behind);
    }

    /** The standing of the ensemble against this method in RMSE. */
    public Standing rmseStanding() {
        return isEnsemble() ? Standing.LEVEL : Standing.of(rmseBehind);
    }

    /** The ensemble's standing against a baseline: ahead or behind if the interval of the difference excludes 0. */
    public enum Standing {
        AHEAD,
        LEVEL,
        BEHIND;

        private static Standing of(ConfidenceInterval behind) {
            return behind.low() > 0 ? AHEAD : behind.high() < 0 ? BEHIND : LEVEL;
        }
    }
}
