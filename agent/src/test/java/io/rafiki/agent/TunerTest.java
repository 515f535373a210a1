package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.agent.console.Decided;
import io.rafiki.decision.Mode;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.BundleException;
import io.rafiki.surrogate.Surrogate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tuner on an MBean server with beans named as Cassandra's; the model is a closed form whose best pools are 16 + 64 x share. */
class TunerTest {

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void rig() throws Exception {
        rig = new Rig(folder);
    }

    @AfterEach
    void close() throws Exception {
        rig.stop();
    }

    @Test
    void appliesWhatTheModelLikesAndReadsItBack() throws Exception {
        rig.start().run(10, 0.75);
        assertThat(rig.pools()).containsExactly(64, 32);
        Decided last = rig.tuner.status().last().orElseThrow();
        assertThat(last.kind()).isEqualTo("apply");
        assertThat(last.readBack()).isEqualTo("ok");
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

    /** Such a model recommends to people; a running node is never given what takes a start. */
    @Test
    void aModelThatKnowsAKnobThatIsSetAtStartOnlyChangesNothing() throws Exception {
        rig.space =
                rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "native_transport_max_threads"));
        rig.start().run(100, 0.75);
        assertThat(rig.node.readStage.writes + rig.node.mutationStage.writes).isZero();
        assertThat(rig.tuner.status().applied()).isZero();
        assertThat(rig.tuner.status().last().orElseThrow().reason())
                .contains("native_transport_max_threads", "takes effect at the next start only");
    }

    @Test
    void leavesTheNodeAloneOnASteadyLoad() throws Exception {
        rig.start().run(1_000, 0.5);
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
        assertThat(rig.node.readStage.writes + rig.node.mutationStage.writes).isEqualTo(2);
        assertThat(rig.tuner.status().decisions())
                .as("an apply, and one hold that goes on")
                .isEqualTo(2);
        assertThat(rig.tuner.status().last().orElseThrow().reason()).startsWith("workload unchanged");
    }

    @Test
    void putsBackWhatWasThereWhenAWriteIsRefused() throws Exception {
        rig.node.readStage.refuses = true;
        rig.start().run(10, 0.0);
        assertThat(rig.node.mutationStage.writes).as("written and put back").isEqualTo(2);
        assertThat(rig.pools()).containsExactly(32, 32);
        Decided last = rig.tuner.status().last().orElseThrow();
        assertThat(last.readBack()).contains("concurrent_reads").endsWith("what was there is back");
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
    void whatCouldNotBePutBackIsSaidAndCanBeTakenBackLater() throws Exception {
        rig.node.readStage.refuses = true;
        rig.node.readStage.whenRefused = () -> rig.node.mutationStage.refuses = true;
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 80);
        rig.run(10, 0.0);
        assertThat(rig.tuner.status().line())
                .contains("[d1] was not applied", "concurrent_writes could not be put back to 32");
        rig.node.readStage.refuses = false;
        rig.node.mutationStage.refuses = false;
        rig.tuner.rollback();
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().line()).doesNotContain("was not applied");
    }

    @Test
    void aProposalForAnotherWorkloadIsNotApplied() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.hold("the workload changes");
        rig.run(20, 1.0);
        assertThatThrownBy(() -> rig.tuner.apply("d1"))
                .hasMessage(
                        "d1 was proposed for a read ratio of 0.00, and it is 1.00 now. Call propose, and apply what that shows");
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void aProposalIsGoneWhenTheModelWouldNotHaveItAnyMore() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 16);
        rig.node.mutationStage.values.put("MaximumPoolSize", 80);
        assertThat(rig.tuner.propose().kind()).isEqualTo("hold");
        assertThatThrownBy(() -> rig.tuner.apply("d1")).hasMessageStartingWith("no proposal is pending");
    }

    @Test
    void rollbackLeavesAloneWhatIsBeyondTheCatalogue() throws Exception {
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 5_000);
        assertThat(rig.tuner.rollback().readBack()).isEqualTo("concurrent_reads stays at 5000, which is not ours");
        assertThat(rig.pools()).containsExactly(5_000, 32);
    }

    @Test
    void rollbackRestoresExactlyWhatWasThereAndTwiceIsOnce() throws Exception {
        long seed = 11;
        SplittableRandom random = new SplittableRandom(seed);
        rig.start();
        for (int i = 0; i < 30; i++) {
            int changes = random.nextInt(1, 5);
            List<Object> before = rig.pools();
            for (long last = rig.tuner.status().applied() + changes;
                    rig.tuner.status().applied() < last; ) {
                List<Object> now = rig.pools();
                rig.run(20, random.nextInt(11) / 10.0);
                before = rig.pools().equals(now) ? before : now;
            }
            rig.tuner.rollback();
            assertThat(rig.pools()).as("round %d, seed %d", i, seed).isEqualTo(before);
            assertThatThrownBy(() -> rig.tuner.rollback()).hasMessageStartingWith("nothing to roll back");
            assertThat(rig.pools()).isEqualTo(before);
            rig.tuner.reloadModel("");
        }
        assertThat(rig.tuner.status().applied()).as("seed %d", seed).isGreaterThan(10);
    }

    @Test
    void afterARollbackNothingIsDecidedForThatWorkloadUntilAHumanSaysSo() throws Exception {
        rig.start().run(10, 0.0);
        rig.tuner.rollback();
        rig.tuner.setMode("auto");
        rig.run(30, 0.03);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().line()).contains("d1 was rolled back at read ratio 0.00");
        rig.run(20, 1.0);
        assertThat(rig.pools()).as("another workload").containsExactly(80, 16);
        rig.tuner.resume();
        rig.run(20, 0.03);
        assertThat(rig.tuner.status().applied()).isEqualTo(3);
    }

    @Test
    void rollbackLeavesAloneWhatAHumanHasSetSince() throws Exception {
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        assertThat(rig.tuner.rollback().readBack()).isEqualTo("concurrent_reads stays at 48, which is not ours");
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
        assertThatThrownBy(() -> rig.tuner.apply(id)).hasMessageStartingWith("mode is advise");
        assertThat(rig.node.readStage.writes).isZero();
    }

    @Test
    void appliesInApproveExactlyWhatWasShown() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThatThrownBy(() -> rig.tuner.apply("d7")).hasMessage("expected d1, the pending proposal, found d7");
        Decided applied = rig.tuner.apply("d1");
        assertThat(applied.reason()).isEqualTo("by a human, as d1 proposed");
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThatThrownBy(() -> rig.tuner.apply("d1")).hasMessageStartingWith("no proposal is pending");
    }

    @Test
    void aProposalForANodeThatWasChangedSinceIsNotApplied() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        assertThatThrownBy(() -> rig.tuner.apply("d1")).hasMessageContaining("the node was changed since");
        assertThat(rig.pools()).containsExactly(48, 32);
    }

    @Test
    void proposesOnDemandDuringAHoldAndHoldsUntilResumed() throws Exception {
        rig.start();
        rig.tuner.hold("backup");
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().line()).contains("hold: held by a human: backup");
        assertThat(rig.tuner.propose().kind()).isEqualTo("propose");
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.tuner.resume();
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void aModelFromAnotherKindOfNodeOnlyAdvises() throws Exception {
        rig.mismatches = List.of("cores 2 there, 16 here");
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().line()).contains("advice only").contains("cores 2 there, 16 here");
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
        assertThat(rig.tuner.status().line()).contains("other.zip").contains("the model of model.zip stays");
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void withoutAModelItSaysSoAndGoesOnSensing() throws Exception {
        rig.bundles = file -> {
            throw new BundleException(file + ": expected a model bundle, found nothing.");
        };
        rig.start().run(10, 0.3);
        assertThat(rig.tuner.status().line())
                .contains("model.zip: expected a model bundle")
                .contains("no model is loaded");
        assertThat(rig.tuner.status().window().orElseThrow().readRatio()).isEqualTo(0.3);
        assertThat(rig.tuner.propose().reason()).isEqualTo("no model is loaded");
    }

    @Test
    void aModelThatPredictsNoNumberChangesNothing() throws Exception {
        ModelSource sound = rig.bundles;
        rig.bundles = file -> {
            Model model = sound.load(file);
            return new Model(
                    file,
                    model.loadedAt(),
                    new Broken((Rig.Surface) model.surrogate()),
                    model.envelope(),
                    model.provenance(),
                    model.loader(),
                    List.of(),
                    0.05);
        };
        rig.start().run(40, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().last().orElseThrow().kind()).isEqualTo("hold");
    }

    @Test
    void countersThatGoBackwardsHold() throws Exception {
        rig.start().run(5, 0.0);
        rig.forgetCounters();
        rig.run(1, 0.0);
        assertThat(rig.tuner.status().line()).contains("window is counters_backwards");
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
        assertThat(rig.tuner.status().line()).contains("cool-down of 60 s");
        rig.run(40, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
    }

    @Test
    void aProposalOfAnotherModelIsNotApplied() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        rig.tuner.reloadModel("model.zip");
        assertThatThrownBy(() -> rig.tuner.apply("d1")).hasMessageContaining("no proposal is pending");
    }

    @Test
    void theReasonOfAHoldIsOneLine() throws Exception {
        rig.start();
        rig.tuner.hold("a backup\nWARN: all is lost");
        rig.run(10, 0.0);
        assertThat(rig.tuner.status().line())
                .contains("a backup WARN: all is lost")
                .doesNotContain("\n");
    }

    /** Unconstrained, the best at no reads is 16 and 80. */
    @Test
    void proposesNothingThatBreaksAConstraintOfTheNodesCatalogue() throws Exception {
        rig = constrained("concurrent_reads + concurrent_writes <= 90");
        rig.start().run(10, 0.0);
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
        assertThat((int) rig.pools().get(0) + (int) rig.pools().get(1))
                .isLessThanOrEqualTo(90)
                .isGreaterThan(80);
    }

    /** The model does not know compaction_throughput; the search takes it for the default, 64. */
    @Test
    void writesNothingThatBreaksAConstraintWithWhatTheNodeHas() throws Exception {
        rig = constrained("concurrent_writes <= 64 or compaction_throughput <= 64");
        rig.node.storageService.values.put("CompactionThroughputMbPerSec", 128);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.node.mutationStage.writes + rig.node.readStage.writes).isZero();
        assertThat(rig.tuner.status().last().orElseThrow().readBack())
                .startsWith("the plan breaks the constraint concurrent_writes <= 64 or compaction_throughput <= 64")
                .endsWith("Nothing was written.");
        rig.node.storageService.values.put("CompactionThroughputMbPerSec", 16);
        rig.run(10, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
    }

    @Test
    void holdsWhereNothingThatCanBeHadIsAllowed() throws Exception {
        rig = constrained("concurrent_reads >= 4096");
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().line())
                .contains("nothing can be proposed: search: expected a configuration that satisfies");
    }

    private Rig constrained(String expression) throws Exception {
        Path file = folder.resolve("catalogue.yaml");
        Files.writeString(
                file,
                Files.readString(Path.of("../conf/knobs/cassandra-5.0.yaml")) + "  - {expression: \"" + expression
                        + "\", why: Because.}\n");
        return new Rig(folder, file);
    }

    @Test
    void theStatusSaysWhatIsAwaitedAndWhenItWillBeEnough() throws Exception {
        rig.start().run(4, 0.5);
        assertThat(rig.tuner.status().line())
                .isEqualTo("auto: next decision in 6 s (window 4 of 10 s, 4000 operations so far, 1000 are needed)");
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
        public void predict(double readRatio, double[] codes, int n, double[] mean, double[] deviation) {
            Arrays.fill(mean, 0, n, Double.NaN);
            Arrays.fill(deviation, 0, n, Double.NaN);
        }

        @Override
        public Surrogate copy() {
            return this;
        }
    }
}
