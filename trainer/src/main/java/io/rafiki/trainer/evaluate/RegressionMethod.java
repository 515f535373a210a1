package io.rafiki.trainer.evaluate;

import io.rafiki.surrogate.RelativeGain;
import java.util.Optional;

/** A regression method: learns from measured rows and predicts others. */
interface RegressionMethod {

    /** One word, as in the result. */
    String name();

    /** A description in one line. */
    String description();

    /**
     * Trains on the caller's thread. The result depends only on training rows and seed.
     *
     * @throws IllegalArgumentException if nothing can be learnt from the rows
     */
    Predictor learn(TrainingView training, long seed) throws InterruptedException;

    /** A trained model; for one thread. */
    interface Predictor {
        /**
         * Predicts rows of the training table.
         *
         * @param rows rows of the table
         * @param mean receives one prediction per row, in the target's unit
         * @param deviation receives one standard deviation per row; 0 if the method has none
         */
        void predict(int[] rows, double[] mean, double[] deviation);

        /**
         * Predicts the gain of one row over another. The deviation includes the noise of both measurements.
         *
         * @return empty if the method has no deviation
         */
        default Optional<RelativeGain> gain(int from, int to) {
            return Optional.empty();
        }
    }
}
