package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.ProposedChange.Basis;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import io.rafiki.cluster.Rollout.View;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An operator's commands during the comparison. */
class OperatedRolloutTest extends RolloutCase {

    @Test
    void anOperatorPausesAndPromotes() {
        obey();
        step();
        service = 400;
        rollout = rollout.requested(Request.PAUSE);
        step();
        assertThat(rollout.reason()).isEqualTo("an operator paused it");
        assertThat(rollout.comparison().roundsAfter()).isZero();
        rollout = rollout.requested(Request.PROMOTE);
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.PROMOTING);
        assertThat(ordered()).containsExactly("a2", "a3");
    }

    /** An operator who wants no verdict does not wait for its windows. Errors of the canary still undo the change. */
    @Test
    void aPromotionEndsTheBaseline() {
        Basis basis = new Basis(Workload.ofReadRatio(0.5), Map.of("concurrent_reads", "32"));
        ProposedChange change =
                new ProposedChange("d1", Map.of("concurrent_reads", "64"), List.of(), false, 12, Optional.of(basis));
        RolloutPlan plan = rollout.plan().with(change);
        for (boolean fails : new boolean[] {false, true}) {
            rollout = Rollout.begin(plan, MEMBERS);
            step();
            assertThat(rollout.phase()).isEqualTo(Phase.BASELINE);
            rollout = rollout.requested(Request.PROMOTE);
            step();
            assertThat(ordered()).containsExactly("a1");
            obey();
            step();
            assertThat(rollout.phase()).isEqualTo(Phase.COMPARING);
            Round last = round(service);
            Round failing = new Round(failing("a1", 10).window().orElseThrow(), last.peers());
            rollout = rollout.step(1, new View(members, addresses(), hold, Optional.of(fails ? failing : last), false));
            assertThat(rollout.phase()).isEqualTo(fails ? Phase.ABORTING : Phase.PROMOTING);
            assertThat(rollout.measured()).isEmpty();
        }
    }

    /** An operator withdraws the promotion that ended the baseline. Nothing can be compared, so the operator decides. */
    @Test
    void aComparisonWithoutABaselineHolds() {
        rollout = Rollout.begin(rollout.plan(), MEMBERS).requested(Request.PROMOTE);
        step();
        obey();
        step();
        rollout = rollout.requested(Request.CONTINUE);
        step();
        assertThat(rollout.phase()).isEqualTo(Phase.COMPARING);
        assertThat(rollout.reason()).isEqualTo("the comparison lacks windows before the change");
    }
}
