package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.reason.Activity.NotTuned;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.decision.PredictedGain;
import io.rafiki.decision.RewriteObstacle.PaybackTooLate;
import io.rafiki.knob.ChangeCost;
import io.rafiki.node.KnobSkip.NoTunableTable;
import io.rafiki.node.TableSkip.TableOptionsUnknown;
import io.rafiki.node.TableSkip.TablesIdle;
import io.rafiki.node.TableSkip.TablesUnreadable;
import io.rafiki.node.TableSkip.TimeWindowTables;
import io.rafiki.reason.Reason;
import io.rafiki.workload.CounterSample;
import io.rafiki.workload.CounterSource;
import io.rafiki.workload.TableCounts;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only the busiest group of tables with one known option is rewritten. The other tables keep their options and stop nothing. */
class TunedTablesTest {

    /** Seconds after which the trial compaction is over, and the second window has closed. */
    private static final int TRIAL = 20;

    private static final String SIZE_TIERED = "{\"class\":\"SizeTieredCompactionStrategy\"}";
    private static final String TIME_WINDOW = "{\"class\":\"TimeWindowCompactionStrategy\"}";
    private static final String THRESHOLD_6 = "{\"class\":\"SizeTieredCompactionStrategy\",\"min_threshold\":\"6\"}";
    private static final String LEVELED = "{\"class\":\"LeveledCompactionStrategy\"}";

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void rig() throws Exception {
        rig = new Rig(folder);
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "compaction"));
        rig.costs = Set.of(ChangeCost.INSTANT, ChangeCost.REWRITES_DATA);
    }

    @AfterEach
    void close() throws Exception {
        rig.stop();
    }

    @Test
    void aTableWithTimeWindowCompactionStaysAndTheOthersAreTuned() throws Exception {
        LoneNode.Bean events = rig.addTable("events", TIME_WINDOW);
        rig.start().run(10, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
        assertThat(compaction(rig.node.table)).contains("Leveled");
        assertThat(events.writes).isZero();
        assertThat(skips()).containsExactly(new TimeWindowTables("compaction", 1, "ycsb.events"));
    }

    @Test
    void aTableWithUnknownOptionsStaysAndTheOthersAreTuned() throws Exception {
        LoneNode.Bean other = rig.addTable("other", THRESHOLD_6);
        rig.start().run(10, 1.0);
        assertThat(compaction(rig.node.table)).contains("Leveled");
        assertThat(other.writes).isZero();
        assertThat(skips()).containsExactly(new TableOptionsUnknown("compaction", 1, "ycsb.other", THRESHOLD_6));
    }

    @Test
    void aTableThatCannotBeReadStopsNothing() throws Exception {
        rig.addTable("broken", SIZE_TIERED).values.clear();
        rig.start().run(10, 1.0);
        assertThat(compaction(rig.node.table)).contains("Leveled");
        assertThat(skips()).singleElement().isInstanceOfSatisfying(TablesUnreadable.class, skip -> assertThat(
                        skip.first())
                .isEqualTo("ycsb.broken"));
    }

    @Test
    void withTimeWindowTablesOnlyThePoolsAreTuned() throws Exception {
        rig.node.table.values.put("CompactionParametersJson", TIME_WINDOW);
        rig.start().run(20, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
        assertThat(rig.node.table.writes).isZero();
        assertThat(skips())
                .containsExactly(
                        new NoTunableTable("compaction"), new TimeWindowTables("compaction", 1, "ycsb.usertable"));
    }

    @Test
    void aTableThatIsCreatedAfterAChangeStopsNothing() throws Exception {
        rig.start().run(10, 1.0);
        assertThat(compaction(rig.node.table)).contains("Leveled");
        LoneNode.Bean later = rig.addTable("later", SIZE_TIERED);
        rig.run(30, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(later.writes).isZero();
        assertThat(skips()).containsExactly(new TablesIdle("compaction", 1, "ycsb.later"));
    }

    @Test
    void anExcludedTableIsMeasuredAndNotChanged() throws Exception {
        rig.tune = List.of("-ycsb.usertable");
        LoneNode.Bean other = rig.addTable("other", SIZE_TIERED, 0.3, 100_000_000);
        rig.start().run(TRIAL, 1.0);
        assertThat(rig.pools()).as("the workload of both").containsExactly(80, 16);
        assertThat(rig.node.table.writes).isZero();
        assertThat(compaction(other)).contains("Leveled");
        assertThat(prediction().rewrite())
                .hasValueSatisfying(
                        rewrite -> assertThat(rewrite.cost().bytes()).isEqualTo(100_000_000));
    }

    @Test
    void aHotTableCausesNoRewriteOfAnArchive() throws Exception {
        LoneNode.Bean archive = rig.addTable("archive", SIZE_TIERED, 0.05, 10_000_000_000_000L);
        rig.start().run(10, 1.0);
        assertThat(compaction(rig.node.table)).contains("Leveled");
        assertThat(archive.writes).isZero();
        assertThat(prediction().rewrite())
                .hasValueSatisfying(
                        rewrite -> assertThat(rewrite.cost().bytes()).isEqualTo(512_000_000));
        rig.tuner.rollback("");
        assertThat(compaction(rig.node.table)).contains("SizeTiered");
        assertThat(archive.writes).isZero();
    }

    @Test
    void theStatusNamesTheIdleTables() throws Exception {
        rig.addTable("archive", SIZE_TIERED);
        rig.start().run(20, 0.5);
        assertThat(skips()).containsExactly(new TablesIdle("compaction", 1, "ycsb.archive"));
    }

    @Test
    void tablesOfOneGroupChangeTogetherAndThePriceIsTheirSum() throws Exception {
        LoneNode.Bean other = rig.addTable("other", SIZE_TIERED, 0.4, 88_000_000);
        rig.start().run(TRIAL, 1.0);
        assertThat(compaction(rig.node.table)).contains("Leveled");
        assertThat(compaction(other)).contains("Leveled");
        assertThat(prediction().rewrite())
                .hasValueSatisfying(
                        rewrite -> assertThat(rewrite.cost().bytes()).isEqualTo(600_000_000));
    }

    /** A tenth of the operations gains 40 %: the node gains 4 %, which does not repay the rewrite in time. */
    @Test
    void theGainCountsTheOperationsOfTheGroupOnly() throws Exception {
        rig.addTable("other", THRESHOLD_6, 0.9, 0);
        rig.start().run(10, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
        assertThat(rig.node.table.writes).isZero();
        assertThat(prediction().deferred()).hasValueSatisfying(deferred -> assertThat(deferred.obstacle())
                .isInstanceOfSatisfying(
                        PaybackTooLate.class,
                        late -> assertThat(late.cost().bytes()).isEqualTo(512_000_000)));
    }

    @Test
    void aDecisionIsExportedWithoutADroppedTable() throws Exception {
        Set<String> dropped = new HashSet<>();
        CounterSource counters = rig.counters;
        rig.counters = () -> {
            CounterSample sample = counters.sample();
            List<TableCounts> left = sample.tables().stream()
                    .filter(table -> !dropped.contains(table.table()))
                    .toList();
            return new CounterSample(sample.nanoTime(), left, sample.clients(), sample.gauges(), dropped);
        };
        LoneNode.Bean other = rig.addTable("other", SIZE_TIERED, 0.4, 88_000_000);
        rig.start().run(TRIAL, 1.0);
        DecisionRecord made = rig.tuner.history(1).get(0);
        assertThat(made.tables()).containsExactlyInAnyOrder("ycsb.usertable", "ycsb.other");
        dropped.add("ycsb.other");
        rig.run(1, 1.0);
        other.values.clear();
        assertThat(rig.tuner.export(made.id(), "alter"))
                .contains("ALTER TABLE \"ycsb\".\"usertable\" WITH compaction = ")
                .contains("-- ycsb.other is omitted, because the agent senses no such table")
                .doesNotContain("\"ycsb\".\"other\"");
        assertThat(rig.tuner.export(made.id(), "json")).contains("usertable").doesNotContain("other");
    }

    @Test
    void theBusiestGroupIsTuned() throws Exception {
        LoneNode.Bean hot = rig.addTable("hot", LEVELED, 0.8, 32_000_000);
        rig.start().run(TRIAL, 0.0);
        assertThat(compaction(hot)).contains("SizeTiered");
        assertThat(rig.node.table.writes).isZero();
        assertThat(prediction().rewrite())
                .hasValueSatisfying(
                        rewrite -> assertThat(rewrite.cost().bytes()).isEqualTo(32_000_000));
    }

    private PredictedGain prediction() {
        return (PredictedGain) rig.tuner.history(1).get(0).reason();
    }

    private List<Reason> skips() {
        return rig.activities().stream()
                .filter(NotTuned.class::isInstance)
                .map(activity -> ((NotTuned) activity).because())
                .toList();
    }

    private static String compaction(LoneNode.Bean table) {
        return String.valueOf(table.values.get("CompactionParametersJson"));
    }
}
