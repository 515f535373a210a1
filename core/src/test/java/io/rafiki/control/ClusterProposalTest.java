package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.cluster.ProposedChange;
import io.rafiki.cluster.ProposedChange.Basis;
import io.rafiki.cluster.RolloutTarget;
import io.rafiki.cluster.RolloutTarget.Answer;
import io.rafiki.cluster.RolloutTarget.Outcome;
import io.rafiki.control.reason.Problem.AdviceOnly;
import io.rafiki.decision.HoldReason.RolledBackHere;
import io.rafiki.decision.Mode;
import io.rafiki.decision.ProposalReason.GainsTooHigh;
import io.rafiki.learning.MeasuredEffect;
import io.rafiki.reason.ReasonText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Changes that a node offers to its cluster, and the measured effects from which its model learns. */
class ClusterProposalTest extends ClusterTargetCase {

    private static final String TIME_WINDOW = "{\"class\":\"TimeWindowCompactionStrategy\"}";

    /** The roll-out of an operator continues, although its canary gained less than the model predicted. */
    @Test
    void aModelThatIsNotTrustedDoesNotDelayAnOrder() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        ProposedChange proposed = target.proposed().orElseThrow();
        target.learn(List.of(measured(proposed, -0.7)));
        assertThat(rig.tuner.status().model().get("learned")).endsWith("; the model is not trusted");
        target.apply(rollout(POOLS), 3);
        rig.run(31, 0.0);
        assertThat(target.apply(rollout(POOLS), 3)).isEqualTo(new Answer(Outcome.DONE, ""));
    }

    /** The canary gained less than predicted: the proposal is void, and the next one predicts less. */
    @Test
    void learnsFromAMeasuredEffect() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        ProposedChange proposed = target.proposed().orElseThrow();
        MeasuredEffect effect = measured(proposed, 0.12);
        target.learn(List.of(effect));
        assertThat(target.proposed()).isEmpty();
        assertThat(rig.tuner.status().model().get("learned"))
                .startsWith("measured roll-outs: 1; predicted gains were off by ")
                .endsWith("; the model is trusted");
        rig.run(10, 0.0);
        assertThat(target.proposed().orElseThrow().gainPercent())
                .isBetween(100 * Math.expm1(0.1), 0.75 * proposed.gainPercent());
        rig.run(10, 0.0);
        long decisions = rig.tuner.status().decisions();
        target.learn(List.of(effect));
        rig.run(10, 0.0);
        assertThat(rig.tuner.status().decisions())
                .as("the same effects change nothing")
                .isEqualTo(decisions);
    }

    @Test
    void aModelWhoseGainsWereTooHighProposesNothingToTheCluster() throws Exception {
        rig.mode = Mode.AUTO;
        rig.isInCluster = true;
        rig.start().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        ProposedChange proposed = target.proposed().orElseThrow();
        target.learn(List.of(new MeasuredEffect(
                proposed.basis().orElseThrow().workload(),
                proposed.basis().orElseThrow().configuration(),
                Map.of("concurrent_reads", "48"),
                -1,
                0.02)));
        rig.run(10, 0.0);
        assertThat(rig.tuner.status().problems())
                .anySatisfy(problem -> assertThat(ReasonText.of(problem)).contains("were lower than predicted"));
        assertThat(rig.tuner.status().problems())
                .filteredOn(AdviceOnly.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(AdviceOnly.class, advice -> assertThat(advice.because())
                        .isInstanceOfSatisfying(GainsTooHigh.class, gains -> {
                            assertThat(gains.effects()).isEqualTo(1);
                            assertThat(gains.error()).isBetween(0.5, 0.8);
                        }));
        assertThat(target.proposed()).isEmpty();
    }

    @Test
    void anOperatorsOwnChangeFollowsTheCatalogue() throws Exception {
        rig.mode = Mode.APPROVE;
        LoneNode.Bean other = rig.addTable("other", "{\"class\":\"SizeTieredCompactionStrategy\"}");
        rig.addTable("events", TIME_WINDOW);
        rig.start().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        ProposedChange pools = target.given(Map.of("concurrent_reads", "16"), List.of());
        assertThat(pools.rewritesData()).isFalse();
        assertThat(pools.tables()).isEmpty();
        ProposedChange leveled = target.given(Map.of("compaction", "Leveled"), List.of());
        assertThat(leveled.rewritesData()).isTrue();
        assertThat(leveled.tables()).containsExactlyInAnyOrder("ycsb.usertable", "ycsb.other");
        assertThat(target.apply(rollout(pools), 3).outcome()).isEqualTo(Outcome.PENDING);
        assertThat(rig.pools()).containsExactly(16, 32);
        assertThatThrownBy(() -> target.given(Map.of("concurrent_reads", "16"), List.of()))
                .hasMessage("This node has these values already: concurrent_reads=16.");
        assertThatThrownBy(() -> target.given(Map.of("compaction", "Leveled"), List.of("ycsb.usertable", "ycsb.typo")))
                .hasMessage("tables: expected tables that `sense` in rafiki.yaml includes, found ycsb.typo.");
        assertThatThrownBy(() -> target.given(Map.of("concurrent_reads", "100000"), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("concurrent_reads");
        assertThatThrownBy(() -> target.given(Map.of("compaction", "Leveled"), List.of("ycsb.events")))
                .as("the operator named the table")
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ycsb.events");
        rig.node.table.values.put("CompactionParametersJson", TIME_WINDOW);
        other.values.put("CompactionParametersJson", TIME_WINDOW);
        assertThatThrownBy(() -> target.given(Map.of("compaction", "Leveled"), List.of()))
                .hasMessage("tables: expected a tuned table with a known value of compaction, found none."
                        + " Change the option by ALTER TABLE.");
    }

    /** Cassandra keeps the value as a float, which the node reads with six decimals. */
    @Test
    void anOperatorsRealValueHasTheDecimalsThatTheNodeReadsBack() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.node.agent.values.put("MemtableCleanupThreshold", 0.2);
        rig.start().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        Map<String, String> third = Map.of("memtable_cleanup_threshold", "0.33333333");
        assertThat(target.given(third, List.of()).values()).containsEntry("memtable_cleanup_threshold", "0.333333");
        ProposedChange recorded = new ProposedChange("", third, List.of(), false, Double.NaN);
        assertThat(target.apply(rollout(recorded), 3).outcome()).isEqualTo(Outcome.PENDING);
        rig.run(10, 0.0);
        assertThat(target.apply(rollout(recorded), 3)).isEqualTo(new Answer(Outcome.DONE, ""));
        assertThat(rig.node.agent.values).containsEntry("MemtableCleanupThreshold", 0.333333);
    }

    /** The node has the model's best values, so its tuner proposes nothing. */
    @Test
    void withoutAProposalOneKnobIsExplored() throws Exception {
        exploring().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        ProposedChange explored = target.proposed().orElseThrow();
        assertThat(explored.isExploration()).isTrue();
        assertThat(explored.values()).hasSize(1);
        assertThat(explored.rewritesData()).isFalse();
        assertThat(explored.basis().orElseThrow().configuration())
                .containsEntry("concurrent_reads", "16")
                .containsEntry("concurrent_writes", "80");
        assertThat(target.proposed().orElseThrow()).as("it is planned once").isSameAs(explored);
        rig.tuner.setMode("approve");
        rig.run(10, 0.0);
        assertThat(target.proposed()).as("in mode auto only").isEmpty();
    }

    @Test
    void nothingIsExploredUnlessTheOperatorAllowsIt() throws Exception {
        exploring();
        rig.explores = false;
        rig.start().run(10, 0.0);
        assertThat(rig.tuner.rollouts().proposed()).isEmpty();
    }

    @Test
    void anUndoneExplorationBarsNoDecisionAndIsNotRepeated() throws Exception {
        exploring().run(10, 0.0);
        RolloutTarget target = rig.tuner.rollouts();
        ProposedChange explored = target.proposed().orElseThrow();
        target.apply(rollout(explored), 3);
        assertThat(rig.pools()).isNotEqualTo(List.of(16, 80));
        rig.run(10, 0.0);
        target.learn(List.of(new MeasuredEffect(
                explored.basis().orElseThrow().workload(),
                explored.basis().orElseThrow().configuration(),
                explored.values(),
                0.01,
                0.01)));
        target.undo(rollout(explored), 3);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.run(10, 0.0);
        assertThat(rig.reason()).isNotInstanceOf(RolledBackHere.class);
        ProposedChange next = target.proposed().orElseThrow();
        assertThat(next.isExploration()).isTrue();
        assertThat(next.values()).isNotEqualTo(explored.values());
    }

    private Rig exploring() throws Exception {
        rig.isInCluster = true;
        rig.explores = true;
        rig.node.readStage.values.put("MaximumPoolSize", 16);
        rig.node.mutationStage.values.put("MaximumPoolSize", 80);
        return rig.start();
    }

    private static MeasuredEffect measured(ProposedChange proposed, double effect) {
        Basis basis = proposed.basis().orElseThrow();
        return new MeasuredEffect(basis.workload(), basis.configuration(), proposed.values(), effect, 0.02);
    }
}
