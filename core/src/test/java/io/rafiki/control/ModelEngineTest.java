package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelEngine;
import io.rafiki.decision.HoldReason.EvaluatorsDisagree;
import io.rafiki.decision.Mode;
import io.rafiki.surrogate.MemberPredictions;
import io.rafiki.surrogate.ReferenceEvaluator;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A second evaluator confirms each plan, or the node keeps its configuration. */
class ModelEngineTest {

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void createRig() throws Exception {
        rig = new Rig(folder);
    }

    @AfterEach
    void stop() throws Exception {
        rig.stop();
    }

    @Test
    void aPlanThatBothEvaluatorsConfirmIsApplied() throws Exception {
        run(1 + 1e-12);
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
        assertThat(rig.tuner.status().model()).containsEntry("engine", "dl4j");
    }

    @Test
    void aPlanThatTheEvaluatorsPredictDifferentlyIsHeld() throws Exception {
        run(1 + 1e-8);
        assertThat(rig.tuner.status().applied()).isZero();
        assertThat(rig.tuner.status().past().decisions())
                .anySatisfy(decided -> assertThat(decided.reason()).isInstanceOf(EvaluatorsDisagree.class));
    }

    /** The permission of a cost does not replace the second evaluator. */
    @Test
    void aPlanThatTheEvaluatorsPredictDifferentlyIsNoOffer() throws Exception {
        rig.mode = Mode.APPROVE;
        run(1 + 1e-12);
        assertThat(rig.tuner.status().offers()).isNotEmpty();
        run(1 + 1e-8);
        assertThat(rig.reason()).isInstanceOf(EvaluatorsDisagree.class);
        assertThat(rig.tuner.status().offers()).isEmpty();
    }

    /** @param factor ratio of the second evaluator's predictions to the first's */
    private void run(double factor) throws Exception {
        rig.bundles = file -> {
            LoadedModel model = rig.model(file);
            ReferenceEvaluator reference = (workload, configuration) -> {
                MemberPredictions same = model.surrogate().memberPredictions(workload, configuration);
                return new MemberPredictions(
                        same.members().stream().map(value -> factor * value).toList(), factor * same.combined());
            };
            return new LoadedModel(
                    file,
                    model.loadedAt(),
                    model.surrogate(),
                    model.envelope(),
                    model.provenance(),
                    ModelEngine.dl4j(reference),
                    model.mismatches(),
                    model.tolerance());
        };
        rig.start().run(12, 0.0);
    }
}
