package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rafiki.control.ActionReason.AppliedByOperator;
import io.rafiki.control.ChangeOutcome.ChangeStuck;
import io.rafiki.control.ChangeOutcome.ChangeUndone;
import io.rafiki.control.ChangeOutcome.ConstraintViolated;
import io.rafiki.control.ChangeOutcome.KnobKept;
import io.rafiki.control.ChangeOutcome.KnobStuck;
import io.rafiki.control.ChangeOutcome.NodeChanged;
import io.rafiki.control.ChangeOutcome.Ok;
import io.rafiki.control.ChangeOutcome.RollbackIncomplete;
import io.rafiki.control.Problem.AdviceOnly;
import io.rafiki.control.Problem.ModelRefused;
import io.rafiki.control.Problem.NotApplied;
import io.rafiki.control.Refusal.NoProposalPending;
import io.rafiki.control.Refusal.NotExecuted;
import io.rafiki.control.Refusal.NotInPlace;
import io.rafiki.control.Refusal.NothingToRollBack;
import io.rafiki.control.Refusal.OtherProposalPending;
import io.rafiki.control.Refusal.ProposalOutdated;
import io.rafiki.control.Refusal.TunerOff;
import io.rafiki.control.Refusal.UnknownDecision;
import io.rafiki.decision.HoldReason;
import io.rafiki.decision.HoldReason.CoolingDown;
import io.rafiki.decision.HoldReason.NoFeasibleConfiguration;
import io.rafiki.decision.HoldReason.NoModel;
import io.rafiki.decision.HoldReason.NodeUnhealthy;
import io.rafiki.decision.HoldReason.Paused;
import io.rafiki.decision.HoldReason.RolledBackHere;
import io.rafiki.decision.HoldReason.WindowInvalid;
import io.rafiki.decision.HoldReason.WorkloadUnchanged;
import io.rafiki.decision.Mode;
import io.rafiki.decision.NodeCondition.NotNormal;
import io.rafiki.decision.ProposalReason.Mismatch;
import io.rafiki.decision.ProposalReason.ModeAdvises;
import io.rafiki.decision.ProposalReason.ProvenanceMismatch;
import io.rafiki.decision.QuietHours;
import io.rafiki.knob.KnobSpace;
import io.rafiki.model.BundleException;
import io.rafiki.node.NodeFailure.KnobFailed;
import io.rafiki.reason.ReasonException;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.WindowDefect.CountersBackwards;
import io.rafiki.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The tuner on an MBean server with beans named as Cassandra's; the model is a closed form whose best pools are 16 + 64 x share. */
class ControlLoopTest extends RiggedTest {

    @Test
    void appliesTheModelsChoiceAndReadsItBack() throws Exception {
        rig.start().run(10, 0.75);
        assertThat(rig.pools()).containsExactly(64, 32);
        DecisionRecord last = rig.tuner.status().last().orElseThrow();
        assertThat(last.kind()).isEqualTo("apply");
        assertThat(last.readBack()).contains(new Ok());
        assertThat(last.changes()).isEqualTo("concurrent_reads 32 -> 64");
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
        assertThat(rig.tuner.configuration()).containsEntry("concurrent_reads", "64");
    }

    @Test
    void meetsAStepOfTheWorkloadWithinOneWindowOfItsEnd() throws Exception {
        rig.start().run(10, 0.75);
        rig.run(7, 0.75);
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.status().applied()).isEqualTo(2);
    }

    /** A knob without a live setter is never written. */
    @Test
    void ofAModelWithAStartOnlyKnobTheOtherKnobsAreTuned() throws Exception {
        rig.space =
                rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "native_transport_max_threads"));
        rig.start().run(20, 0.75);
        assertThat(rig.pools()).containsExactly(64, 32);
        assertThat(rig.tuner.history(1).get(0).changes()).doesNotContain("native_transport_max_threads");
    }

    @Test
    void leavesTheNodeAloneOnASteadyLoad() throws Exception {
        rig.start().run(1_000, 0.5);
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
        assertThat(rig.node.readStage.writes + rig.node.mutationStage.writes).isEqualTo(2);
        assertThat(rig.tuner.status().decisions())
                .as("an apply, and one continued hold")
                .isEqualTo(2);
        assertThat(rig.reason()).isInstanceOf(WorkloadUnchanged.class);
    }

    @Test
    void restoresTheFormerValuesWhenAWriteIsRefused() throws Exception {
        rig.node.readStage.refuses = true;
        rig.start().run(10, 0.0);
        assertThat(rig.node.mutationStage.writes).as("written and put back").isEqualTo(2);
        assertThat(rig.pools()).containsExactly(32, 32);
        DecisionRecord last = rig.tuner.status().last().orElseThrow();
        assertThat(last.readBack()).hasValueSatisfying(outcome -> assertThat(outcome)
                .isInstanceOfSatisfying(ChangeUndone.class, undone -> assertThat(undone.cause())
                        .isInstanceOfSatisfying(KnobFailed.class, failed -> assertThat(failed.knob())
                                .isEqualTo("concurrent_reads=16"))));
        assertThat(rig.tuner.status().readBackFailures()).isEqualTo(1);
        assertThat(rig.tuner.status().applied()).isZero();
    }

    @Test
    void putsBackWhatWasThereWhenAValueReadsBackAsAnother() throws Exception {
        rig.node.readStage.forgets = true;
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().readBackFailures()).isEqualTo(1);
    }

    @Test
    void reportsAFailedRollbackAndCanRetryIt() throws Exception {
        rig.node.readStage.refuses = true;
        rig.node.readStage.whenRefused = () -> rig.node.mutationStage.refuses = true;
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 80);
        rig.run(10, 0.0);
        assertThat(rig.problems()).singleElement().isInstanceOfSatisfying(NotApplied.class, problem -> {
            assertThat(problem.decision()).isEqualTo("d1");
            assertThat(problem.outcome()).isInstanceOfSatisfying(ChangeStuck.class, stuck -> assertThat(stuck.stuck())
                    .extracting(KnobStuck::knob, KnobStuck::value)
                    .containsExactly(tuple("concurrent_writes", "32")));
        });
        rig.node.readStage.refuses = false;
        rig.node.mutationStage.refuses = false;
        rig.tuner.rollback("");
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.problems()).isEmpty();
    }

    @Test
    void aProposalForAnotherWorkloadIsNotApplied() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.pause("the workload changes");
        rig.run(20, 1.0);
        assertThatThrownBy(() -> rig.tuner.apply("d1", ""))
                .isInstanceOfSatisfying(ReasonException.class, e -> assertThat(e.reason())
                        .isEqualTo(new ProposalOutdated("d1", Map.of("readRatio", 0.0), Map.of("readRatio", 1.0))));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void aProposalIsGoneWhenTheModelWouldNotHaveItAnyMore() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 16);
        rig.node.mutationStage.values.put("MaximumPoolSize", 80);
        assertThat(rig.tuner.propose().kind()).isEqualTo("hold");
        assertThatThrownBy(() -> rig.tuner.apply("d1", ""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new NoProposalPending()));
    }

    @Test
    void rollbackKeepsValuesOutsideTheCatalogue() throws Exception {
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 5_000);
        assertThat(rig.tuner.rollback("").readBack()).contains(kept("concurrent_reads", "5000"));
        assertThat(rig.pools()).containsExactly(5_000, 32);
    }

    @Test
    void rollbackUndoesStepByStepToTheStart() throws Exception {
        long seed = 11;
        SplittableRandom random = new SplittableRandom(seed);
        rig.start();
        Deque<List<Object>> before = new ArrayDeque<>();
        while (before.size() < 30) {
            List<Object> now = rig.pools();
            rig.run(20, random.nextInt(11) / 10.0);
            if (!rig.pools().equals(now)) {
                before.push(now);
            }
        }
        while (!before.isEmpty()) {
            rig.tuner.rollback("");
            assertThat(rig.pools())
                    .as("%d steps remain, seed %d", before.size(), seed)
                    .isEqualTo(before.pop());
        }
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThatThrownBy(() -> rig.tuner.rollback(""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new NothingToRollBack()));
    }

    @Test
    void rollbackToANamedDecisionUndoesAllLaterOnesAndTwiceIsOnce() throws Exception {
        rig.start().run(10, 0.0);
        rig.run(20, 1.0);
        String second = rig.tuner.lastApplied().orElseThrow().decided().id();
        rig.run(20, 0.5);
        assertThat(rig.tuner.status().applied()).isEqualTo(3);
        DecisionRecord undone = rig.tuner.rollback(second);
        assertThat(rig.pools()).as("of the first change").containsExactly(16, 80);
        assertThat(rig.tuner.rollback(second)).as("twice is once").isEqualTo(undone);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThatThrownBy(() -> rig.tuner.rollback("d99"))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new NotInPlace("d99")));
    }

    @Test
    void aStoppedTunerAppliesNothingFromOldMeasurements() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.stop();
        assertThatThrownBy(() -> rig.tuner.apply("d1", ""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new TunerOff("stopped")));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void anUnhealthyNodeIsNotChangedByHandEither() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.node.storageService.values.put("OperationMode", "DRAINING");
        assertThatThrownBy(() -> rig.tuner.apply("d1", ""))
                .isInstanceOfSatisfying(ReasonException.class, e -> assertThat(e.reason())
                        .isEqualTo(new NodeUnhealthy(List.of(new NotNormal("DRAINING")))));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void afterARollbackNothingIsDecidedForThatWorkloadUntilAnOperatorLoadsAModel() throws Exception {
        rig.start().run(10, 0.0);
        rig.tuner.rollback("");
        rig.tuner.setMode("auto");
        rig.run(30, 0.03);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.reason()).isEqualTo(new RolledBackHere("d1", Map.of("readRatio", 0.0), 0.05));
        rig.run(20, 1.0);
        assertThat(rig.pools()).as("another workload").containsExactly(80, 16);
        rig.tuner.pause("maintenance");
        rig.tuner.resume();
        rig.run(20, 0.03);
        assertThat(rig.reason()).isInstanceOf(RolledBackHere.class);
        rig.tuner.reloadModel("");
        rig.run(20, 0.03);
        assertThat(rig.tuner.status().applied()).isEqualTo(3);
    }

    @Test
    void rollbackLeavesAloneWhatAnotherClientHasSetSince() throws Exception {
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        assertThat(rig.tuner.rollback("").readBack()).contains(kept("concurrent_reads", "48"));
        assertThat(rig.pools()).containsExactly(48, 32);
    }

    @Test
    void advisesWithoutWriting() throws Exception {
        rig.mode = Mode.ADVISE;
        rig.start().run(20, 0.0);
        assertThat(rig.node.readStage.writes).isZero();
        assertThat(rig.tuner.status().pending().orElseThrow().to().get("concurrent_writes"))
                .isEqualTo(80L);
        String id = rig.tuner.history(10).get(0).id();
        assertThatThrownBy(() -> rig.tuner.apply(id, ""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new ModeAdvises(Mode.ADVISE)));
        assertThat(rig.node.readStage.writes).isZero();
    }

    @Test
    void appliesExactlyTheShownProposalInApprove() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThatThrownBy(() -> rig.tuner.apply("d7", ""))
                .isInstanceOfSatisfying(ReasonException.class, e -> assertThat(e.reason())
                        .isEqualTo(new OtherProposalPending("d1", "d7")));
        DecisionRecord applied = rig.tuner.apply("d1", "");
        assertThat(applied.reason()).isEqualTo(new AppliedByOperator("an operator", "d1", Optional.empty()));
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.apply("d1", "")).as("twice is once").isEqualTo(applied);
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
    }

    @Test
    void exportsTheConfigurationOfADecision() throws Exception {
        rig.start().run(20, 0.0);
        assertThat(rig.tuner.export("d1", "nodetool").lines())
                .contains("nodetool setconcurrency MutationStage 80", "nodetool setconcurrency ReadStage 16");
        rig.start();
        assertThat(rig.tuner.export("d1", "cassandra.yaml").lines()).contains("concurrent_writes: 80");
        assertThatThrownBy(() -> rig.tuner.export("d99", "alter"))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new UnknownDecision("d99")));
    }

    @Test
    void changesNothingByItselfDuringQuietHours() throws Exception {
        rig.quietHours = QuietHours.parse(List.of("Sat 11:15-11:16"), ZoneId.of("Europe/Berlin"));
        OffsetDateTime end = OffsetDateTime.parse("2026-11-21T11:16+01:00");
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.reason()).isEqualTo(new HoldReason.QuietHours(end));

        String proposal = rig.tuner.propose().id();
        DecisionRecord applied = rig.tuner.apply(proposal, "");
        assertThat(applied.reason()).isEqualTo(new AppliedByOperator("an operator", proposal, Optional.of(end)));
        assertThat(rig.pools()).containsExactly(16, 80);

        rig.run(60, 1.0);
        assertThat(rig.pools()).as("afterwards").containsExactly(80, 16);
    }

    @Test
    void aProposalForANodeThatWasChangedSinceIsNotApplied() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        assertThatThrownBy(() -> rig.tuner.apply("d1", ""))
                .isInstanceOfSatisfying(ReasonException.class, e -> assertThat(e.reason())
                        .isInstanceOfSatisfying(NotExecuted.class, refused -> assertThat(refused.outcome())
                                .isInstanceOf(NodeChanged.class)));
        assertThat(rig.pools()).containsExactly(48, 32);
    }

    @Test
    void proposesOnDemandDuringAPauseAndHoldsUntilResumed() throws Exception {
        rig.start();
        rig.tuner.pause("backup");
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.reason()).isEqualTo(new Paused("backup"));
        assertThat(rig.tuner.propose().kind()).isEqualTo("propose");
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.tuner.resume();
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void aModelFromADifferentNodeOnlyAdvises() throws Exception {
        rig.mismatches = List.of(new Mismatch("cores", "2", "16"));
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.problems()).containsExactly(new AdviceOnly(new ProvenanceMismatch(rig.mismatches)));
    }

    @Test
    void keepsTheLastGoodModelWhenTheNewOneIsBad() throws Exception {
        rig.start();
        rig.bundles = file -> {
            throw new BundleException(file + ": expected a model bundle, found nothing.");
        };
        assertThatThrownBy(() -> rig.tuner.reloadModel("other.zip"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("other.zip: expected a model bundle");
        assertThat(rig.problems())
                .containsExactly(new ModelRefused(
                        "other.zip: expected a model bundle, found nothing.", Optional.of("model.zip")));
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void withoutAModelItHoldsAndContinuesToMeasure() throws Exception {
        rig.bundles = file -> {
            throw new BundleException(file + ": expected a model bundle, found nothing.");
        };
        rig.start().run(10, 0.3);
        assertThat(rig.problems())
                .containsExactly(
                        new ModelRefused("model.zip: expected a model bundle, found nothing.", Optional.empty()));
        assertThat(rig.reason()).isEqualTo(new NoModel());
        assertThat(rig.tuner.status().window().orElseThrow().readRatio()).isEqualTo(0.3);
        assertThat(rig.tuner.propose().reason()).isEqualTo(new NoModel());
    }

    @Test
    void aModelThatPredictsNoNumberChangesNothing() throws Exception {
        ModelLoader sound = rig.bundles;
        rig.bundles = file -> {
            LoadedModel model = sound.load(file);
            return new LoadedModel(
                    file,
                    model.loadedAt(),
                    new Broken((Rig.Surface) model.surrogate()),
                    model.envelope(),
                    model.provenance(),
                    model.engine(),
                    List.of(),
                    0.05);
        };
        rig.start().run(40, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.history(10))
                .anySatisfy(decided -> assertThat(decided.reason()).isInstanceOf(NoFeasibleConfiguration.class));
    }

    @Test
    void countersThatGoBackwardsHold() throws Exception {
        rig.start().run(5, 0.0);
        rig.forgetCounters();
        rig.run(1, 0.0);
        assertThat(rig.reason()).isInstanceOfSatisfying(WindowInvalid.class, hold -> assertThat(hold.defect())
                .isInstanceOf(CountersBackwards.class));
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void waitsForTheCoolDown() throws Exception {
        rig.coolDown = Duration.ofSeconds(60);
        rig.start().run(10, 0.0);
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.reason()).isEqualTo(new CoolingDown(Duration.ofSeconds(60), Duration.ofSeconds(40)));
        rig.run(40, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
    }

    @Test
    void aProposalOfAnotherModelIsNotApplied() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.reloadModel("model.zip");
        assertThatThrownBy(() -> rig.tuner.apply("d1", ""))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new NoProposalPending()));
    }

    @Test
    void theReasonOfAPauseIsOneLine() throws Exception {
        rig.start();
        rig.tuner.pause("a backup\nWARN: all is lost");
        rig.run(10, 0.0);
        assertThat(rig.tuner.status().line())
                .contains("a backup WARN: all is lost")
                .doesNotContain("\n");
    }

    /** Unconstrained, the best at no reads is 16 and 80. */
    @Test
    void proposesNothingThatBreaksAConstraintOfTheNodesCatalogue() throws Exception {
        rig = constrained("sum: [concurrent_reads, concurrent_writes], max: 90");
        rig.start().run(10, 0.0);
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
        assertThat((int) rig.pools().get(0) + (int) rig.pools().get(1))
                .isLessThanOrEqualTo(90)
                .isGreaterThan(80);
    }

    /** The model does not know compaction_throughput; the search takes it for the default, 64. */
    @Test
    void writesNothingThatBreaksAConstraintWithWhatTheNodeHas() throws Exception {
        rig = constrained("sum: [concurrent_writes, compaction_throughput], max: 170");
        rig.node.storageService.values.put("CompactionThroughputMbPerSec", 128);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.node.mutationStage.writes + rig.node.readStage.writes).isZero();
        assertThat(rig.tuner.status().last().orElseThrow().readBack()).hasValueSatisfying(outcome -> assertThat(outcome)
                .isInstanceOfSatisfying(ConstraintViolated.class, violated -> assertThat(violated.constraint())
                        .startsWith("concurrent_writes + compaction_throughput <= 170")));
        rig.node.storageService.values.put("CompactionThroughputMbPerSec", 16);
        rig.run(10, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
    }

    @Test
    void holdsWhereNothingThatCanBeHadIsAllowed() throws Exception {
        rig = constrained("sum: 4096, max: concurrent_reads");
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.reason())
                .isInstanceOfSatisfying(NoFeasibleConfiguration.class, hold -> assertThat(hold.message())
                        .startsWith("search: expected a configuration that satisfies"));
    }

    private static RollbackIncomplete kept(String knob, String value) {
        return new RollbackIncomplete(List.of(), List.of(new KnobKept(knob, value, List.of())));
    }

    private Rig constrained(String limit) throws Exception {
        Path file = folder.resolve("catalogue.yaml");
        Files.writeString(
                file,
                Files.readString(Path.of("../conf/knobs/cassandra-5.0.yaml")) + "  - {" + limit
                        + ", description: Because.}\n");
        return new Rig(folder, file);
    }

    @Test
    void theStatusShowsTheAwaitedWindowAndItsThreshold() throws Exception {
        rig.start().run(4, 0.5);
        assertThat(rig.tuner.status().line())
                .isEqualTo("auto: next decision in 6 s (window 4 s of 10 s; 4000 of 1000 operations)");
        rig.run(6, 0.5);
        assertThat(rig.tuner.status().line())
                .startsWith("auto: [d1] apply: predicted gain ")
                .contains("read back: ok");
    }

    /** A surrogate with a NaN weight. */
    private record Broken(Rig.Surface surface) implements Surrogate {

        @Override
        public KnobSpace space() {
            return surface.space();
        }

        @Override
        public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
            Arrays.fill(mean, 0, n, Double.NaN);
            Arrays.fill(deviation, 0, n, Double.NaN);
        }

        @Override
        public Surrogate copy() {
            return this;
        }
    }
}
