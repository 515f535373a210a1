package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.cluster.ProposedChange.Basis;
import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.learning.MeasuredEffect;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The effect that the comparison measures, and the exploration of a change for its effect. */
class MeasuredRolloutTest extends RolloutCase {

    /** A node that needs a fifth less processor time per operation serves a quarter more. */
    @Test
    void theEndOfTheComparisonMeasuresThePredictedEffect() {
        Basis basis = new Basis(Workload.ofReadRatio(0.5), Map.of("concurrent_reads", "32"));
        begin(new ProposedChange("d1", Map.of("concurrent_reads", "64"), List.of(), false, 12, Optional.of(basis)));
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.COMPARING);
        assertThat(rollout.measured()).as("during the comparison").isEmpty();
        service = 320;
        until(Phase.PROMOTING);
        MeasuredEffect measured = rollout.measured().orElseThrow();
        assertThat(measured.effect()).isCloseTo(-Math.log(0.8), within(0.02));
        assertThat(measured.error()).isBetween(0.001, 0.02);
        assertThat(measured.from()).isEqualTo(basis.configuration());
        assertThat(measured.to()).isEqualTo(Map.of("concurrent_reads", "64"));
        confirm();
        assertThat(rollout.measured()).as("later steps do not change it").contains(measured);
    }

    /** It is tried for its effect, so no operator has to decide about it. */
    @Test
    void anExplorationWithoutDifferenceIsUndoneAndMeasured() {
        Basis basis = new Basis(Workload.ofReadRatio(0.5), Map.of("concurrent_reads", "32"));
        begin(new ProposedChange(
                ProposedChange.EXPLORATION, Map.of("concurrent_reads", "40"), List.of(), false, 1, Optional.of(basis)));
        obey();
        step();
        service = 400;
        for (int i = 1; i < RolloutStep.MOST_ROUNDS; i++) {
            step();
        }
        assertThat(rollout.phase()).isEqualTo(Phase.COMPARING);
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTING);
        assertThat(rollout.reason()).isEqualTo("the comparison shows no difference");
        assertThat(at(NodeStep.UNDO_ORDERED)).containsExactly("a1");
        obey();
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.ABORTED);
        assertThat(rollout.measured().orElseThrow().effect()).isCloseTo(0, within(0.02));
    }

    @Test
    void aBetterExplorationIsPromoted() {
        begin(new ProposedChange(ProposedChange.EXPLORATION, Map.of("concurrent_reads", "40"), List.of(), false, 1));
        obey();
        step();
        until(Phase.PROMOTING);
        assertThat(ordered()).containsExactly("a2", "a3");
    }

    @Test
    void anOperatorsOwnChangeMeasuresNoPrediction() {
        obey();
        step();
        until(Phase.PROMOTING);
        assertThat(rollout.measured()).isEmpty();
    }
}
