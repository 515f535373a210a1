package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.ProposalReason.Mismatch;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.DomainViolation;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.StationarityTest;
import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.Window;
import io.rafiki.workload.WindowDefect;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A situation in which a plan is applied. Each test spoils one thing. */
abstract class PolicyCase {

    static final Instant NOW = Instant.parse("2026-11-21T10:15:30Z");

    final Policy decider = new Policy(new GuardrailConfig(
            1_000,
            0.03,
            2,
            Duration.ofMinutes(1),
            ChangeTest.STANDARD,
            new StationarityTest(0.15, StationarityTest.ERRORS),
            new RewriteCostLimits(Duration.ofHours(1), 32e6, 0.5),
            true,
            Set.of(ChangeCost.INSTANT, ChangeCost.NEW_DATA),
            Budget.STANDARD,
            new RegressionLimits(Duration.ofMinutes(5), 0.1),
            HealthLimits.STANDARD,
            Duration.ofMinutes(15),
            Duration.ofDays(1),
            QuietHours.parse(List.of("Sat 06:00-10:00"), ZoneId.of("Asia/Tokyo"))));

    Instant now = NOW;
    Mode mode = Mode.AUTO;
    String paused;
    Window window = window(7_100, 2_900, Optional.empty());
    private Window before = window(7_000, 3_000, Optional.empty());
    Window decided;
    Instant changedAt;
    Instant restartedAt;
    ModelApplicability trust = new TrainedOn(0.1, 0.9, 16, 96, List.of());
    List<Rollback> rolledBack = List.of();
    ChangeCounts spent = ChangeCounts.NOTHING;
    List<NodeCondition> unhealthy = List.of();
    List<String> wrong = List.of();
    boolean asked;

    final void assertHold(HoldReason reason) {
        assertThat(decider.beforeSearch(situation())).contains(new Hold(reason));
    }

    final DecisionInput situation() {
        return new DecisionInput(
                now,
                mode,
                Optional.ofNullable(paused),
                Optional.ofNullable(window),
                Optional.ofNullable(before),
                Optional.ofNullable(decided),
                Optional.ofNullable(changedAt),
                Optional.ofNullable(restartedAt),
                Optional.ofNullable(trust),
                rolledBack,
                spent,
                unhealthy,
                wrong,
                asked);
    }

    static DomainViolation violation(String feature, Object value, Object min, Object max) {
        return new DomainViolation(feature, value, Optional.of(min), Optional.of(max), List.of());
    }

    static Window window(long reads, long writes, Optional<WindowDefect> defect) {
        return window(reads, writes, ThroughputTrend.even((reads + writes) / 30.0), defect);
    }

    static Window window(long reads, long writes, ThroughputTrend pace, Optional<WindowDefect> defect) {
        return new Window(NOW.minusSeconds(30), Duration.ofSeconds(30), reads, writes, 0, 1, pace, defect);
    }

    /** A trained box. */
    record TrainedOn(
            double minRatio,
            double maxRatio,
            int minWrites,
            int maxWrites,
            List<Mismatch> mismatches,
            Optional<ProposalReason> contradiction)
            implements ModelApplicability {

        TrainedOn(double minRatio, double maxRatio, int minWrites, int maxWrites, List<Mismatch> mismatches) {
            this(minRatio, maxRatio, minWrites, maxWrites, mismatches, Optional.empty());
        }

        @Override
        public Optional<DomainViolation> outside(Workload workload) {
            double readRatio = workload.readRatio();
            return readRatio >= minRatio && readRatio <= maxRatio
                    ? Optional.empty()
                    : Optional.of(violation("readRatio", readRatio, minRatio, maxRatio));
        }

        @Override
        public Optional<DomainViolation> untrainedFeature(Workload workload) {
            double scanShare = workload.value(WorkloadFeature.SCAN_SHARE);
            return scanShare == 0 ? Optional.empty() : Optional.of(violation("scanShare", scanShare, 0, 0));
        }

        @Override
        public Optional<DomainViolation> outside(Configuration configuration) {
            long writes = (Long) configuration.get("concurrent_writes");
            return writes >= minWrites && writes <= maxWrites
                    ? Optional.empty()
                    : Optional.of(violation("concurrent_writes", writes, minWrites, maxWrites));
        }
    }
}
