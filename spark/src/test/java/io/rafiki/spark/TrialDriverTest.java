package io.rafiki.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** The settings of the driver and its messages. SparkIT runs it on a cluster. */
class TrialDriverTest {

    private static final String OWN = "machine1: expected Rafiki at /opt/rafiki, found none.";
    private static final String LOST =
            "Lost task 0.0 in stage 3.0 (TID 3) (10.0.0.1 executor 0): java.io.IOException: " + OWN;

    /** An idle worker on which each trial fails at once must not use all attempts. */
    @Test
    void aFailedTrialIsRepeatedOnAnotherExecutor() {
        assertThat(TrialDriver.ATTEMPTS)
                .containsEntry("spark.excludeOnFailure.enabled", "true")
                .containsEntry("spark.excludeOnFailure.task.maxTaskAttemptsPerExecutor", "1");
    }

    /** Two lost executors of a machine leave an attempt on it. Spark refuses as many attempts on a node as in all. */
    @Test
    void aNodeHasSeveralAttempts() {
        assertThat(attempts("spark.excludeOnFailure.task.maxTaskAttemptsPerNode"))
                .isGreaterThan(2)
                .isLessThan(attempts("spark.task.maxFailures"));
    }

    private static int attempts(String key) {
        return Integer.parseInt(TrialDriver.ATTEMPTS.get(key));
    }

    @Test
    void theReasonIsThatOfTheTrial() {
        assertThat(reason("Job aborted due to stage failure: Task 0 in stage 3.0 failed 4 times, most recent failure: "
                        + LOST + "\n\tat io.rafiki.spark.TrialTask.run(TrialTask.java:77)\n"))
                .isEqualTo(OWN);
        assertThat(reason(
                        """
                                Job aborted due to stage failure:
                                Aborting TaskSet 3.0 because task 0 (partition 0)
                                cannot run anywhere due to node and executor excludeOnFailure.
                                Most recent failure:
                                %s
                                \tat io.rafiki.spark.TrialTask.run(TrialTask.java:77)
                                """
                                .formatted(LOST)))
                .isEqualTo(OWN);
        assertThat(reason("Job 3 cancelled\nbecause SparkContext was shut down"))
                .isEqualTo("Job 3 cancelled");
    }

    private static String reason(String message) {
        return TrialDriver.reason(new ExecutionException(new IllegalStateException(message)));
    }
}
