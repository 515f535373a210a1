package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.ProposedChange;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.decision.Mode;
import io.rafiki.decision.PredictedGain;
import io.rafiki.decision.RegressionLimits;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.ChangeCost;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables with different workloads are decided separately: a read lookup table and a written archive on one node. */
class TableGroupsTest extends RiggedTest {

    private static final String SIZE_TIERED = "{\"class\":\"SizeTieredCompactionStrategy\"}";
    private static final String LEVELED = "{\"class\":\"LeveledCompactionStrategy\"}";

    @BeforeEach
    void allowRewrites() {
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        rig.costs = Set.of(ChangeCost.INSTANT, ChangeCost.REWRITES_DATA);
    }

    @Test
    void aReadLookupTableDoesNotDecideForAWrittenArchive() throws Exception {
        LoneNode.Bean archive = rig.addTable("archive", SIZE_TIERED, 0.3, 0.0, 1_000_000_000_000L);
        rig.start().run(300, 1.0);
        assertThat(compaction(rig.node.table)).contains("Leveled");
        assertThat(archive.writes).as("size-tiered is the best for writes").isZero();
        assertThat(rewrites()).singleElement().satisfies(rewrite -> assertThat(
                        rewrite.rewrite().orElseThrow().cost().bytes())
                .isEqualTo(512_000_000));
    }

    @Test
    void eachGroupGetsItsOwnChangeInTurnAndNoneComesBack() throws Exception {
        LoneNode.Bean archive = rig.addTable("archive", LEVELED, 0.4, 0.0, 100_000_000);
        rig.start().run(1_200, 1.0);
        assertThat(compaction(rig.node.table)).contains("Leveled");
        assertThat(compaction(archive)).contains("SizeTiered");
        assertThat(rig.node.table.writes).isEqualTo(1);
        assertThat(archive.writes).isEqualTo(1);
        assertThat(decided("apply"))
                .filteredOn(made -> !made.tables().isEmpty())
                .map(DecisionRecord::tables)
                .containsExactlyInAnyOrder(List.of("ycsb.usertable"), List.of("ycsb.archive"));
        assertThat(rewrites())
                .map(rewrite -> rewrite.rewrite().orElseThrow().cost().bytes())
                .containsExactlyInAnyOrder(512_000_000L, 100_000_000L);
        assertThat(recorded(RecordType.DECISION))
                .anySatisfy(entry -> assertThat(entry.content().get("tables")).isEqualTo(List.of("ycsb.archive")));
    }

    /** The node's mix stays near one half, so only the groups show that both workloads moved. */
    @Test
    void tablesThatSwapTheirWorkloadsAreDecidedAgain() throws Exception {
        LoneNode.Bean archive = rig.addTable("archive", SIZE_TIERED, 0.5, 0.0, 100_000_000);
        rig.start().run(600, 1.0);
        assertThat(compaction(rig.node.table)).contains("Leveled");
        assertThat(archive.writes).isZero();
        rig.readRatio("archive", 1.0);
        rig.run(1_200, 0.0);
        assertThat(compaction(rig.node.table)).contains("SizeTiered");
        assertThat(compaction(archive)).contains("Leveled");
    }

    @Test
    void bothChangesAreUndoneTableByTable() throws Exception {
        LoneNode.Bean archive = rig.addTable("archive", LEVELED, 0.4, 0.0, 100_000_000);
        rig.start().run(1_200, 1.0);
        String first = decided("apply").get(0).id();
        rig.tuner.rollback(first);
        assertThat(compaction(rig.node.table)).contains("SizeTiered");
        assertThat(compaction(archive)).contains("Leveled");
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    /** The archive begins bulk writes, so the read table no longer belongs to the node's group. */
    @Test
    void aRollbackForTheNodeBarsATableThatBecomesAGroup() throws Exception {
        LoneNode.Bean archive = rig.addTable("archive", SIZE_TIERED, 0.4, 1.0, 100_000_000);
        rig.start().run(300, 1.0);
        assertThat(compaction(rig.node.table)).contains("Leveled");
        assertThat(compaction(archive)).contains("Leveled");
        rig.tuner.rollback(decided("apply").get(0).id());
        rig.readRatio("archive", 0.0);
        rig.run(600, 1.0);
        assertThat(compaction(rig.node.table)).as("rolled back for all reads").contains("SizeTiered");
        assertThat(rig.pools()).as("the node has another workload").isNotEqualTo(List.of(32, 32));
        rig.tuner.reloadModel("");
        rig.run(300, 1.0);
        assertThat(compaction(rig.node.table)).contains("Leveled");
        assertThat(compaction(archive)).contains("SizeTiered");
    }

    /** The archive is read too, so both tables are the node's group. */
    @Test
    void aRollbackForAGroupHoldsTheOptionOfTheNode() throws Exception {
        LoneNode.Bean archive = rig.addTable("archive", SIZE_TIERED, 0.4, 0.0, 100_000_000);
        rig.start().run(600, 1.0);
        assertThat(compaction(rig.node.table)).contains("Leveled");
        DecisionRecord forGroup = decided("apply").stream()
                .filter(made -> made.tables().equals(List.of("ycsb.usertable")))
                .findFirst()
                .orElseThrow();
        rig.tuner.rollback(forGroup.id());
        rig.readRatio("archive", 1.0);
        rig.run(600, 1.0);
        assertThat(compaction(rig.node.table)).as("rolled back for all reads").contains("SizeTiered");
        assertThat(rig.pools()).as("the node has another workload").containsExactly(80, 16);
        rig.tuner.reloadModel("");
        rig.run(300, 1.0);
        assertThat(compaction(rig.node.table)).contains("Leveled");
        assertThat(compaction(archive)).contains("Leveled");
    }

    @Test
    void aStopRestoresTheValueOfEachTable() throws Exception {
        rig.restoresOnStop = true;
        LoneNode.Bean archive = rig.addTable("archive", LEVELED, 0.4, 0.0, 100_000_000);
        rig.start().run(1_200, 1.0);
        rig.tuner.stop();
        assertThat(compaction(rig.node.table)).contains("SizeTiered");
        assertThat(compaction(archive)).contains("Leveled");
    }

    @Test
    void anOperatorAppliesOneProposalAfterTheOther() throws Exception {
        rig.mode = Mode.APPROVE;
        LoneNode.Bean archive = rig.addTable("archive", LEVELED, 0.4, 0.0, 100_000_000);
        rig.start();
        for (int i = 0; i < 4; i++) {
            rig.run(300, 1.0);
            rig.tuner
                    .status()
                    .pending()
                    .ifPresent(plan -> rig.tuner.apply(lastProposal().id(), ""));
        }
        assertThat(compaction(rig.node.table)).contains("Leveled");
        assertThat(compaction(archive)).contains("SizeTiered");
        assertThat(decided("propose")).as("none is repeated").hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void theNextGroupWaitsForTheVerdictOfTheFirst() throws Exception {
        rig.watch = new RegressionLimits(Duration.ofMinutes(2), 0.1);
        rig.paybackHorizon = Duration.ofMinutes(1);
        rig.addTable("archive", LEVELED, 0.4, 0.0, 100_000_000);
        rig.start().run(100, 1.0);
        assertThat(decided("apply")).hasSize(1);
        rig.run(1_200, 1.0);
        assertThat(decided("apply")).hasSizeGreaterThan(1);
        assertThat(decided("apply").get(0).verdict()).isPresent();
    }

    /** A roll-out measures the effect on the node, and the model predicts the effect on the read table. */
    @Test
    void theEffectOfAChangeOfOneGroupTeachesTheModelNothing() throws Exception {
        rig.addTable("archive", LEVELED, 0.4, 1.0, 100_000_000);
        ProposedChange proposed = proposedForReads();
        assertThat(proposed.tables()).containsExactly("ycsb.usertable");
        assertThat(proposed.basis()).isEmpty();
    }

    @Test
    void theEffectOfAChangeOfAllTablesTeachesTheModel() throws Exception {
        assertThat(proposedForReads().basis()).isPresent();
    }

    private ProposedChange proposedForReads() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(30, 1.0);
        ProposedChange proposed = rig.tuner.rollouts().proposed().orElseThrow();
        assertThat(proposed.values()).containsEntry("compaction", "Leveled");
        return proposed;
    }

    private DecisionRecord lastProposal() {
        List<DecisionRecord> proposals = decided("propose");
        return proposals.get(proposals.size() - 1);
    }

    private List<DecisionRecord> decided(String kind) {
        return rig.tuner.history(1_000).stream()
                .filter(made -> made.kind().equals(kind))
                .toList();
    }

    private List<PredictedGain> rewrites() {
        return decided("apply").stream()
                .map(made -> (PredictedGain) made.reason())
                .filter(gain -> gain.rewrite().isPresent())
                .toList();
    }

    private List<JournalRecord> recorded(RecordType kind) throws Exception {
        return JournalScan.entries(rig.journal).stream()
                .filter(entry -> entry.kind() == kind)
                .toList();
    }

    private static String compaction(LoneNode.Bean table) {
        return String.valueOf(table.values.get("CompactionParametersJson"));
    }
}
