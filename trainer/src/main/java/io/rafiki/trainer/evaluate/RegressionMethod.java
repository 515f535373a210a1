package io.rafiki.trainer.evaluate;

/** A way to learn from measured rows and predict others. */
interface RegressionMethod {

    /** One word, as it stands in the result. */
    String name();

    /** What it is, in one line. */
    String description();

    /**
     * Learns. Runs on the caller's thread only; the result is a function of training rows and seed.
     *
     * @throws IllegalArgumentException if nothing can be learnt from the rows
     */
    Predictor learn(TrainingView training, long seed) throws InterruptedException;

    /** What was learnt; for one thread. */
    interface Predictor {
        /**
         * Predicts rows of the table that was learnt from.
         *
         * @param rows of the table
         * @param mean receives one prediction per row, in the target's unit
         * @param deviation receives one standard deviation per row; 0 where the method has none
         */
        void predict(int[] rows, double[] mean, double[] deviation);
    }
}
