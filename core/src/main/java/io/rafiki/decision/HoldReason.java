package io.rafiki.decision;

import io.rafiki.reason.Reason;
import io.rafiki.surrogate.DomainViolation;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.workload.Instability;
import io.rafiki.workload.WindowDefect;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The reason of a hold. Consecutive holds with the same code count as one. */
public sealed interface HoldReason extends Reason {

    /** No window has closed yet. */
    record WarmingUp() implements HoldReason {}

    /**
     * An operator paused the tuner.
     *
     * @param why the operator's reason
     */
    record Paused(String why) implements HoldReason {}

    /** The mode is observe. */
    record ModeObserves() implements HoldReason {}

    /**
     * The tuner changes nothing by itself at this time.
     *
     * @param until end of the quiet hours, in their zone
     */
    record QuietHours(OffsetDateTime until) implements HoldReason {}

    /**
     * The node's restart undid changes of the tuner.
     *
     * @param afterRestart time after the restart in which the tuner changes nothing by itself
     * @param remaining its rest
     */
    record Restarted(Duration afterRestart, Duration remaining) implements HoldReason {}

    /** The node repairs, streams, lags behind or has too little capacity for a change. */
    record NodeUnhealthy(List<NodeCondition> conditions) implements HoldReason {}

    /** The window is no basis for a decision. */
    record WindowInvalid(WindowDefect defect) implements HoldReason {}

    /** The window contains too few operations for a reliable read ratio. */
    record TooFewOperations(long found, long required) implements HoldReason {}

    /** No model is loaded. */
    record NoModel() implements HoldReason {}

    /** No trial resembles the workload or the configuration. */
    record OutsideTrainingDomain(Subject subject, DomainViolation violation) implements HoldReason {}

    /** The object that is outside the training domain. */
    enum Subject {
        WORKLOAD,
        CURRENT_CONFIGURATION,
        PROPOSED_CONFIGURATION;

        /** {@code proposed configuration}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * A change for this workload was rolled back.
     *
     * @param workload value by feature, when the change was made
     * @param tolerance largest difference of the read ratio that counts as the same workload
     */
    record RolledBackHere(String decision, Map<String, Double> workload, double tolerance) implements HoldReason {}

    /**
     * The workload is still the workload of the last decision.
     *
     * @param now value by feature in the last window
     * @param decided value by feature at the last decision
     * @param change absolute difference of the read ratios
     * @param threshold smallest difference that counts as a change
     */
    record WorkloadUnchanged(Map<String, Double> now, Map<String, Double> decided, double change, double threshold)
            implements HoldReason {}

    /**
     * A change that made the node worse is in place, and its rollback is not possible yet.
     *
     * @param decision of the change
     * @param failures failed attempts
     * @param obstacle what the rollback waits for; empty for its next attempt
     */
    record RollbackAwaited(String decision, int failures, Optional<Reason> obstacle) implements HoldReason {}

    /** The last change is too recent. */
    record CoolingDown(Duration coolDown, Duration remaining) implements HoldReason {}

    /** The throughput still changes. */
    record NotStationary(Instability cause) implements HoldReason {}

    /**
     * The maximum number of changes per hour is reached.
     *
     * @param next time until the next change is allowed; empty if none is allowed
     */
    record ChangeBudgetSpent(int allowed, Optional<Duration> next) implements HoldReason {}

    /** The node's configuration cannot be read or expressed in the model's knobs. */
    record ConfigurationUnknown(Reason failure) implements HoldReason {}

    /**
     * The model has a knob that the catalogue lacks.
     *
     * @param message names the knob
     */
    record UnknownModelKnob(String message) implements HoldReason {}

    /**
     * No feasible configuration exists, or the search found none.
     *
     * @param message message of the search
     */
    record NoFeasibleConfiguration(String message) implements HoldReason {}

    /** The current configuration is the best one found. */
    record AlreadyBest() implements HoldReason {}

    /** The model predicts no finite gain. */
    record GainNotFinite(RelativeGain gain) implements HoldReason {}

    /**
     * The model predicts an implausible gain.
     *
     * @param max largest plausible gain
     */
    record GainImplausible(RelativeGain gain, double max) implements HoldReason {}

    /**
     * DL4J and the compiled evaluator predict different values for the current or the proposed configuration.
     *
     * @param difference greatest relative difference
     * @param max largest permitted relative difference
     */
    record EvaluatorsDisagree(double difference, double max) implements HoldReason {}

    /** DL4J cannot evaluate the current or the proposed configuration. */
    record EvaluatorFailed(String error) implements HoldReason {}

    /** The lower bound of the predicted gain is below the threshold. */
    record GainTooSmall(PredictedGain prediction, double lowerBound, double minGain) implements HoldReason {}

    /** A change has a cost that the operator does not allow. */
    record ChangeCostNotAllowed(Change change) implements HoldReason {}

    /**
     * A trial compaction shows the rate of compactions, which the price of a rewrite needs.
     *
     * @param bytes that it reads at most
     */
    record TrialCompactionRuns(long bytes) implements HoldReason {}

    /**
     * A trial compaction is due, and the node's JVM still compiles.
     *
     * @param bytes that it reads at most
     */
    record TrialCompactionWaits(long bytes) implements HoldReason {}

    /** Only a rewrite of data would gain, and it is deferred. */
    record OnlyRewriteGains(RewriteDeferred deferred) implements HoldReason {}
}
