package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelLoader;
import io.rafiki.control.proposal.Offer;
import io.rafiki.control.reason.ChangeOutcome.ConstraintViolated;
import io.rafiki.control.reason.Problem.AdviceOnly;
import io.rafiki.control.reason.Problem.ModelRefused;
import io.rafiki.control.reason.Refusal.NoSuchOffer;
import io.rafiki.decision.HoldReason.GainImplausible;
import io.rafiki.decision.HoldReason.NoFeasibleConfiguration;
import io.rafiki.decision.HoldReason.NoModel;
import io.rafiki.decision.Mode;
import io.rafiki.decision.ProposalReason.Mismatch;
import io.rafiki.decision.ProposalReason.ProvenanceMismatch;
import io.rafiki.knob.KnobSpace;
import io.rafiki.model.BundleException;
import io.rafiki.reason.ReasonException;
import io.rafiki.reason.ReasonText;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The loop with models that are missing, foreign, broken or limited by constraints. */
class ModelInLoopTest extends RiggedTest {

    @Test
    void aModelFromADifferentNodeOnlyAdvises() throws Exception {
        rig.mismatches = List.of(new Mismatch("cores", "2", "16"));
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.problems()).containsExactly(new AdviceOnly(new ProvenanceMismatch(rig.mismatches)));
        rig.tuner.propose();
        assertThat(rig.tuner.status().offers())
                .extracting(Offer::command)
                .as("no command that is refused")
                .containsOnly(ReasonText.of(new ProvenanceMismatch(rig.mismatches)));
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

    /** An error that no check of the bundle foresees, at the start and later. */
    @Test
    void aModelWhoseLoadFailsWithAnErrorIsRefused() throws Exception {
        rig.bundles = file -> {
            throw new NoClassDefFoundError("org/example/Gone");
        };
        rig.start().run(10, 0.3);
        ModelRefused refused = new ModelRefused(
                "model.zip: expected a model bundle, found java.lang.NoClassDefFoundError: org/example/Gone. "
                        + "Train the model again, or name another bundle.",
                Optional.empty());
        assertThat(rig.problems()).containsExactly(refused);
        assertThat(rig.reason()).isEqualTo(new NoModel());
        assertThatThrownBy(() -> rig.tuner.reloadModel("model.zip")).isInstanceOf(IllegalArgumentException.class);
        assertThat(rig.tuner.status().faults()).isZero();
    }

    @Test
    void aModelThatPredictsNoNumberChangesNothing() throws Exception {
        predictWith(Distorted::broken);
        rig.start().run(40, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.history(10))
                .anySatisfy(decided -> assertThat(decided.reason()).isInstanceOf(NoFeasibleConfiguration.class));
    }

    /** The permission of a cost does not replace a plausible prediction. */
    @Test
    void aModelThatPredictsAnImplausibleGainOffersNothing() throws Exception {
        predictWith(Distorted::steep);
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        assertThat(rig.reason()).isInstanceOf(GainImplausible.class);
        assertThat(rig.tuner.status().offers()).isEmpty();
        assertThatThrownBy(() -> rig.tuner.apply("d1", "instant"))
                .isInstanceOfSatisfying(
                        ReasonException.class, e -> assertThat(e.reason()).isEqualTo(new NoSuchOffer("d1", "instant")));
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    /** Replaces the surrogate of the bundle. */
    private void predictWith(Function<ThreadSurface, Surrogate> surrogate) {
        ModelLoader sound = rig.bundles;
        rig.bundles = file -> {
            LoadedModel model = sound.load(file);
            return new LoadedModel(
                    file,
                    model.loadedAt(),
                    surrogate.apply((ThreadSurface) model.surrogate()),
                    model.envelope(),
                    model.provenance(),
                    model.engine(),
                    List.of(),
                    0.05);
        };
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

    /** The surface with other predictions. */
    private record Distorted(ThreadSurface surface, DoubleUnaryOperator means, DoubleUnaryOperator deviations)
            implements Surrogate {

        /** A surrogate with a NaN weight. */
        static Distorted broken(ThreadSurface surface) {
            return new Distorted(surface, exact -> Double.NaN, exact -> Double.NaN);
        }

        /** A surrogate whose predictions for poor configurations are near zero. */
        static Distorted steep(ThreadSurface surface) {
            return new Distorted(surface, exact -> 10_000 * Math.pow(exact / 10_000, 20), exact -> exact);
        }

        @Override
        public KnobSpace space() {
            return surface.space();
        }

        @Override
        public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
            surface.predict(workload, codes, n, mean, deviation);
            for (int i = 0; i < n; i++) {
                mean[i] = means.applyAsDouble(mean[i]);
                deviation[i] = deviations.applyAsDouble(deviation[i]);
            }
        }

        @Override
        public Surrogate copy() {
            return this;
        }
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

    private Rig constrained(String limit) throws Exception {
        Path file = folder.resolve("catalogue.yaml");
        Files.writeString(
                file,
                Files.readString(Path.of("../conf/knobs/cassandra-5.0.yaml")) + "  - {" + limit
                        + ", description: Because.}\n");
        return new Rig(folder, file);
    }
}
