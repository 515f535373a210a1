package io.rafiki.trainer.validate;

/**
 * The figures of one method at one size, over the repeats.
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
 */
record Row(
        String method,
        int trainSize,
        double testSize,
        Interval mape,
        Interval r2,
        Interval rmse,
        double within1,
        double within2,
        Interval behind) {

    boolean isEnsemble() {
        return method.equals(ValidationResult.ENSEMBLE);
    }

    /** Where the ensemble stands against this method: ahead or behind if the whole interval says so. */
    Standing standing() {
        return isEnsemble() || !(behind.low() > 0 || behind.high() < 0)
                ? Standing.LEVEL
                : behind.low() > 0 ? Standing.AHEAD : Standing.BEHIND;
    }

    /** The ensemble's place beside a baseline. */
    enum Standing {
        AHEAD,
        LEVEL,
        BEHIND
    }
}
