package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.HoldReason.ChangeBudgetSpent;
import io.rafiki.decision.HoldReason.CoolingDown;
import io.rafiki.decision.HoldReason.NoModel;
import io.rafiki.decision.HoldReason.NodeUnhealthy;
import io.rafiki.decision.HoldReason.NotStationary;
import io.rafiki.decision.HoldReason.OutsideTrainingDomain;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.decision.HoldReason.Restarted;
import io.rafiki.decision.HoldReason.RolledBackHere;
import io.rafiki.decision.HoldReason.Subject;
import io.rafiki.decision.HoldReason.TooFewOperations;
import io.rafiki.decision.HoldReason.WarmingUp;
import io.rafiki.decision.HoldReason.WindowInvalid;
import io.rafiki.decision.HoldReason.WorkloadUnchanged;
import io.rafiki.decision.NodeCondition.RepairsRunning;
import io.rafiki.workload.Instability.DriftWithinWindow;
import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.WindowDefect;
import io.rafiki.workload.WindowDefect.Event;
import io.rafiki.workload.WindowDefect.TablesChanged;
import io.rafiki.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Reasons to hold before a search. */
class PolicyBeforeSearchTest extends PolicyCase {

    @Test
    void holdsBeforeTheFirstWindow() {
        window = null;
        assertHold(new WarmingUp());
    }

    @Test
    void holdsOnAnInvalidWindow() {
        WindowDefect defect = new TablesChanged("a.y", Event.CREATED);
        window = window(7_100, 2_900, Optional.of(defect));
        assertHold(new WindowInvalid(defect));
    }

    @Test
    void holdsOnTooFewOperations() {
        window = window(709, 290, Optional.empty());
        assertHold(new TooFewOperations(999, 1_000));
    }

    @Test
    void holdsOutsideTheTrainedReadRatios() {
        window = window(9_900, 100, Optional.empty());
        assertHold(new OutsideTrainingDomain(Subject.WORKLOAD, violation("readRatio", 0.99, 0.1, 0.9)));
    }

    @Test
    void holdsWhileTheNodeIsUnhealthy() {
        unhealthy = List.of(new RepairsRunning(2));
        assertHold(new NodeUnhealthy(List.of(new RepairsRunning(2))));
        asked = true;
        assertThat(decider.beforeSearch(situation()))
                .as("an operator may ask anyway")
                .isEmpty();
    }

    @Test
    void holdsWithoutAModel() {
        trust = null;
        assertHold(new NoModel());
    }

    @Test
    void holdsWhileTheWorkloadIsTheOneDecidedUpon() {
        decided = window(7_000, 3_000, Optional.empty());
        assertThat(decider.beforeSearch(situation()).map(Hold::reason)).hasValueSatisfying(reason -> assertThat(reason)
                .isInstanceOfSatisfying(WorkloadUnchanged.class, unchanged -> {
                    assertThat(unchanged.now()).containsEntry("readRatio", 0.71);
                    assertThat(unchanged.decided()).containsEntry("readRatio", 0.70);
                    assertThat(unchanged.change()).isCloseTo(0.010, within(1e-9));
                    assertThat(unchanged.threshold()).isCloseTo(0.076, within(5e-4));
                }));
        decided = window(3_000, 7_000, Optional.empty());
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void holdsUntilTheCoolDownIsOver() {
        changedAt = NOW.minusSeconds(59);
        assertHold(new CoolingDown(Duration.ofSeconds(60), Duration.ofSeconds(1)));
        changedAt = NOW.plus(Duration.ofHours(1));
        assertThat(decider.beforeSearch(situation()))
                .as("the clock was set back")
                .isEmpty();
        changedAt = NOW.minusSeconds(60);
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void autoWaitsAfterARestartThatUndidChanges() {
        restartedAt = NOW.minusSeconds(899);
        assertHold(new Restarted(Duration.ofMinutes(15), Duration.ofSeconds(1)));
        mode = Mode.ADVISE;
        assertThat(decider.beforeSearch(situation())).isEmpty();
        mode = Mode.AUTO;
        asked = true;
        assertThat(decider.beforeSearch(situation())).isEmpty();
        asked = false;
        restartedAt = NOW.minusSeconds(900);
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void holdsWhileTheThroughputIsNotStationary() {
        window = window(7_100, 2_900, new ThroughputTrend(333, 5, 0.4, 0.05), Optional.empty());
        assertHold(new NotStationary(new DriftWithinWindow(0.4, 0.15, 0.1)));
        asked = true;
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void holdsWhilePaused() {
        paused = "backup tonight";
        assertHold(new Paused("backup tonight"));
    }

    @Test
    void holdsWhatWasRolledBackForThisWorkload() {
        rolledBack = List.of(new Rollback("d41", Workload.ofReadRatio(0.70), List.of()));
        assertHold(new RolledBackHere("d41", Map.of("readRatio", 0.70), 0.05));
        rolledBack = List.of(new Rollback("d41", Workload.ofReadRatio(0.20), List.of()));
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }

    @Test
    void holdsDuringQuietHoursUnlessAnOperatorDecides() {
        now = Instant.parse("2026-11-20T22:15:30Z");
        assertHold(new HoldReason.QuietHours(OffsetDateTime.parse("2026-11-21T10:00+09:00")));
        asked = true;
        assertThat(decider.beforeSearch(situation())).as("asked").isEmpty();
        asked = false;
        mode = Mode.APPROVE;
        assertThat(decider.beforeSearch(situation())).as("a proposal").isEmpty();
        assertThat(decider.violation(situation())).as("apply by an operator").isEmpty();
        mode = Mode.AUTO;
        now = Instant.parse("2026-11-21T01:00:00Z");
        assertThat(decider.beforeSearch(situation())).as("afterwards").isEmpty();
    }

    @Test
    void holdsWhenTheBudgetOfTheHourIsSpentUnlessAnOperatorAsks() {
        Instant before = NOW.minusSeconds(100);
        spent = new ChangeCounts(List.of(before, before, before, before), List.of());
        assertHold(new ChangeBudgetSpent(4, Optional.of(Duration.ofSeconds(3_500))));
        asked = true;
        assertThat(decider.beforeSearch(situation())).isEmpty();
    }
}
