package io.rafiki.control.reason;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.reason.ActionReason.RewriteAborted;
import io.rafiki.control.reason.Activity.Observing;
import io.rafiki.control.reason.Activity.Rewriting;
import io.rafiki.control.reason.ChangeOutcome.ChangeStuck;
import io.rafiki.control.reason.ChangeOutcome.KnobKept;
import io.rafiki.control.reason.ChangeOutcome.KnobStuck;
import io.rafiki.control.reason.ChangeOutcome.RollbackIncomplete;
import io.rafiki.control.reason.Problem.ModelRefused;
import io.rafiki.control.reason.Problem.TunerDisabled;
import io.rafiki.decision.Change;
import io.rafiki.decision.Decision.Proposed;
import io.rafiki.decision.Evidence.LatencyCompared;
import io.rafiki.decision.HoldReason.ChangeBudgetSpent;
import io.rafiki.decision.HoldReason.ChangeCostNotAllowed;
import io.rafiki.decision.HoldReason.CoolingDown;
import io.rafiki.decision.HoldReason.GainTooSmall;
import io.rafiki.decision.HoldReason.NodeUnhealthy;
import io.rafiki.decision.HoldReason.NotStationary;
import io.rafiki.decision.HoldReason.OutsideTrainingDomain;
import io.rafiki.decision.HoldReason.RolledBackHere;
import io.rafiki.decision.HoldReason.Subject;
import io.rafiki.decision.HoldReason.WorkloadUnchanged;
import io.rafiki.decision.NodeCondition.CompactionsPending;
import io.rafiki.decision.NodeCondition.NotNormal;
import io.rafiki.decision.PredictedGain;
import io.rafiki.decision.PredictedGain.RewriteRepaid;
import io.rafiki.decision.ProposalReason.Mismatch;
import io.rafiki.decision.ProposalReason.ProvenanceMismatch;
import io.rafiki.decision.RewriteAbort.DiskRunsOut;
import io.rafiki.decision.RewriteAbort.PaybackImpossible;
import io.rafiki.decision.RewriteCost;
import io.rafiki.decision.RewriteDeferred;
import io.rafiki.decision.RewriteDuration;
import io.rafiki.decision.RewriteObstacle.DiskShort;
import io.rafiki.decision.Verdict;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.knob.ChangeCost;
import io.rafiki.node.NodeFailure.ReadBackDiffers;
import io.rafiki.reason.Reason;
import io.rafiki.reason.ReasonText;
import io.rafiki.surrogate.DomainViolation;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.workload.Instability.DriftWithinWindow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Examples of the operator's wording. All other tests assert on types and data. */
class WordingTest {

    private static final PredictedGain GAIN =
            new PredictedGain(new RelativeGain(0.124, 0.019), Optional.empty(), Optional.empty());

    @Test
    void holds() {
        says(
                "cool-down of 60 s after a change: 1 s remain",
                new CoolingDown(Duration.ofMinutes(1), Duration.ofSeconds(1)));
        says(
                "the node is unhealthy: operation mode DRAINED; pending compactions: 101, maximum 100",
                new NodeUnhealthy(List.of(new NotNormal("DRAINED"), new CompactionsPending(101, 100))));
        says(
                "workload unchanged: read ratio 0.71 now, read ratio 0.70 at the last decision;"
                        + " difference 0.010, threshold 0.076",
                new WorkloadUnchanged(Map.of("readRatio", 0.71), Map.of("readRatio", 0.7), 0.01, 0.076));
        says(
                "the throughput is not stationary: +40 % within the window; tolerance 15 % plus 10 % for noise",
                new NotStationary(new DriftWithinWindow(0.4, 0.15, 0.1)));
        says(
                "d41 was rolled back or judged worse at read ratio 0.70, within 0.05 of now;"
                        + " `rafiki reload-model` or another model permits a new attempt",
                new RolledBackHere("d41", Map.of("readRatio", 0.7), 0.05));
        says(
                "the maximum of 4 changes per hour is reached; the next is possible in 59 min",
                new ChangeBudgetSpent(4, Optional.of(Duration.ofSeconds(3_500))));
        says("the maximum of 0 changes per hour is reached", new ChangeBudgetSpent(0, Optional.empty()));
        says(
                "compaction SizeTiered -> Leveled has the cost rewrites_data; allowed_costs excludes it",
                new ChangeCostNotAllowed(new Change("compaction", "SizeTiered", "Leveled", ChangeCost.REWRITES_DATA)));
        says("predicted gain 12.4 % ± 1.9 %; lower bound 1.0 %, threshold 3.0 %", new GainTooSmall(GAIN, 0.01, 0.03));
    }

    @Test
    void trainingDomain() {
        says(
                "the workload is outside the training domain: read ratio 0.99, trained on 0.10 to 0.90",
                new OutsideTrainingDomain(Subject.WORKLOAD, violation("readRatio", 0.99, 0.1, 0.9, List.of())));
        says(
                "the current configuration is outside the training domain: file_cache_size off, trained on 100 to 300",
                new OutsideTrainingDomain(
                        Subject.CURRENT_CONFIGURATION, violation("file_cache_size", "off", 100, 300, List.of())));
        says(
                "compaction Leveled, trained on (SizeTiered, Unified(T4))",
                new DomainViolation(
                        "compaction",
                        "Leveled",
                        Optional.empty(),
                        Optional.empty(),
                        List.of("SizeTiered", "Unified(T4)")));
    }

    @Test
    void proposalsAndRewrites() {
        says(
                "predicted gain 12.4 % ± 1.9 %; advice only: the model was trained on a different node"
                        + " (cores 16, trained on 2; java 11, trained on 17);"
                        + " train on this node or set guardrails.provenance: warn",
                new Proposed(
                        GAIN,
                        new ProvenanceMismatch(
                                List.of(new Mismatch("cores", "2", "16"), new Mismatch("java", "17", "11")))));
        says(
                "predicted gain 12.4 % ± 1.9 %; rewrites 510 MB in 16 s (measured, 10 s to 24 s) with 50 % less"
                        + " throughput; repaid after 40 s",
                new PredictedGain(
                        GAIN.gain(),
                        Optional.of(new RewriteRepaid(
                                new RewriteCost(
                                        510_000_000,
                                        new RewriteDuration(
                                                Duration.ofSeconds(16),
                                                Duration.ofSeconds(10),
                                                Duration.ofSeconds(24),
                                                RewriteDuration.Basis.MEASURED),
                                        0.5),
                                0.3,
                                Duration.ofSeconds(40))),
                        Optional.empty()));
        says(
                "deferred: compaction SizeTiered -> Leveled: the disk of /data is short: 199,000 MB of 1,000,000 MB"
                        + " are free, required are 200,000 MB; tables 512 MB, linked by snapshots or backups 100 MB",
                new RewriteDeferred(
                        new Change("compaction", "SizeTiered", "Leveled", ChangeCost.REWRITES_DATA),
                        new DiskShort(
                                "/data",
                                199_000_000_000L,
                                1_000_000_000_000L,
                                200_000_000_000L,
                                512_000_000,
                                100_000_000)));
        says(
                "stops the rewrite of d3: the disk of /data has 90 MB of 1,000 MB free; 100 MB must stay free",
                new RewriteAborted("d3", new DiskRunsOut("/data", 90_000_000, 1_000_000_000, 100_000_000)));
        says(
                "stops the rewrite of d3: 20 % is complete after 40 s; the whole takes at least 152 s,"
                        + " repaid after 405 s; payback horizon 60 s",
                new RewriteAborted(
                        "d3",
                        new PaybackImpossible(
                                Duration.ofSeconds(40),
                                0.2,
                                Duration.ofSeconds(152),
                                Optional.of(Duration.ofSeconds(405)),
                                Duration.ofSeconds(60))));
        says(
                "rewrites 510 MB for d3: 25 % in 20 s; about 60 s remain",
                new Rewriting("d3", 510_000_000, 0.25, Duration.ofSeconds(20), Optional.of(Duration.ofSeconds(60))));
    }

    @Test
    void effectsAndOutcomes() {
        LatencyCompared slower = new LatencyCompared(900, 0.8, 500, 0);
        String latency = "mean latency 0.90 ms, +80 % against 0.50 ms before the change; throughput +0 %";
        says("worse: " + latency, new Verdict(Outcome.WORSE, slower));
        says("observes d1 for 50 s more: " + latency, new Observing("d1", Duration.ofSeconds(50), slower));
        says(
                "concurrent_reads: wrote 16, read back 32;"
                        + " not restored: concurrent_writes to 32: internal error: x",
                new ChangeStuck(
                        new ReadBackDiffers("concurrent_reads", "16", "32"),
                        List.of(new KnobStuck("concurrent_writes", "32", new ChangeOutcome.UnexpectedError("x"))),
                        List.of()));
        says(
                "unchanged: compaction keeps Leveled on a.x, a.y, which another client set",
                new RollbackIncomplete(
                        List.of(), List.of(new KnobKept("compaction", "Leveled", List.of("a.x", "a.y")))));
    }

    @Test
    void problems() {
        says(
                "m.zip: expected a bundle, found none.; the model old.zip remains loaded",
                new ModelRefused("m.zip: expected a bundle, found none.", Optional.of("old.zip")));
        says(
                "tuner disabled after 3 errors in 10 min; run `rafiki resume` to enable it; the last error: x",
                new TunerDisabled(3, Duration.ofMinutes(10), 4, "x"));
    }

    private static DomainViolation violation(
            String feature, Object value, Object min, Object max, List<Object> values) {
        return new DomainViolation(feature, value, Optional.of(min), Optional.of(max), values);
    }

    private static void says(String text, Reason reason) {
        assertThat(ReasonText.of(reason)).isEqualTo(text);
    }
}
