package io.rafiki.trainer.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.trial.SustainedProtocol;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.trial.WarmUp;
import io.rafiki.trainer.trial.WorkloadFile;
import io.rafiki.trainer.ycsb.DataSetSpec;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CampaignPlanTest {

    /** The baseline and two configurations at 10 % reads, twice. */
    private static final String RACE = PlanText.TEXT.replace("trials: 16", "trials: 0")
            + """
            blocked: true
            configurations:
              - {read_ratios: [0.1], repeats: 2, values: {concurrent_reads: "8"}}
              - {read_ratios: [0.1], repeats: 2, values: {concurrent_reads: "16"}}
            """;

    @TempDir
    private Path folder;

    @Test
    void readsEveryKey() throws Exception {
        CampaignPlan plan = PlanText.read(
                folder, PlanText.TEXT + "configurations: [{read_ratios: 0.3, values: {concurrent_reads: 9}}]");

        assertThat(plan.conditions())
                .isEqualTo(new TrialConditions(
                        new DataSetSpec(1000, 2, 100, 0.5),
                        "zipfian",
                        Optional.of(50.0),
                        4,
                        512,
                        Optional.of(1024),
                        Optional.of(3000),
                        Optional.of(150),
                        Optional.of(128),
                        false,
                        WarmUp.fixed(Duration.ofSeconds(2)),
                        Duration.ofSeconds(5),
                        0.2,
                        Optional.empty(),
                        Map.of()));
        assertThat(plan.conditions().ycsb(Workload.ofReadRatio(0.3)))
                .as("what the binding takes for a whole number")
                .containsEntry("rafiki.reuse.mean", "50");
        assertThat(plan.name()).isEqualTo("test");
        assertThat(plan.seed()).isEqualTo(7);
        assertThat(plan.trials()).isEqualTo(16);
        assertThat(plan.workloads()).isEqualTo(WorkloadSpace.ofReadRatios(0.2, 0.8));
        assertThat(plan.defaults().workloads()).containsExactly(Workload.ofReadRatio(0.1), Workload.ofReadRatio(0.9));
        assertThat(plan.defaults().repeats()).isEqualTo(2);
        assertThat(plan.named()).singleElement().satisfies(named -> {
            assertThat(named.values()).containsEntry("concurrent_reads", "9");
            assertThat(named.workloads()).containsExactly(Workload.ofReadRatio(0.3));
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            trials: 16                       | trails: 16                 | 3: trails: unknown key. Did you mean trials?
            trials: 16                       | trials: many               | 3: trials: expected a whole number 0..100000, found many
            {min: 0.2, max: 0.8}             | {min: 0.9, max: 0.8}       | 4: read_ratio.max: expected a number 0.9..1.0, found 0.8
            read_ratios: [0.1, 0.9]          | read_ratios: [0.1, 9]      | 5: defaults.read_ratios: expected numbers 0..1, found 9
            field_size: 100B                 | field_size: 100            | 6: data.field_size: expected a data size such as
            records: 1000                    | records: 0                 | 6: data.records: expected a whole number 1..
            records: 1000                    | records: 2147483648        | 6: data.records: expected a whole number 1..2147483647, found 2147483648
            records: 1000, fields: 2, field_size: 100B, update_fraction: 0.5 | records: 2000000000, field_size: 100B, update_fraction: 2 | 6: data.update_fraction: expected a number 0.0..1.07
            records: 1000                    | records: 32000001          | 7: client.reuse_distance: expected at most 32000000 records, because the client has their keys in memory, found 32000001. Lower records, or choose a distribution.
            threads: 4                       | threads: 4.5               | 7: client.threads: expected a whole number
            reuse_distance: 50               | reuse_distance: 0          | 7: client.reuse_distance: expected a whole number 1..1000
            distribution: zipfian            | distribution: zipfan       | 7: client.distribution: expected one of uniform, zipfian, latest
            reuse_distance: 50               | reuse_distance: 1001       | 7: client.reuse_distance: expected a whole number 1..1000
            memory: 1GiB                     | memory: 1MiB               | 8: node.memory: expected a size of
            cpu: 1.5                         | cpu: 0                     | 8: node.cpu: expected a number 0.1..1024.0, found 0
            pin: false                       | pin: never                 | 8: node.pin: expected true or false, found never
            warm_up: 2s                      | warm_up: {min: 5s, max: 19s} | 9: time.warm_up.max: expected whole seconds, at least 20s
            warm_up: 2s                      | warm_up: {min: 5s}       | 9: time.warm_up.max: expected a duration
            measurement: 5s                     | measurement: 500ms            | 9: time.measurement: expected whole seconds, at least 5s
            max_background_cpu: 0.2          | protocol: long             | 10: protocol: expected short or sustained, found long.
            time: {warm_up: 2s, measurement: 5s} | protocol: sustained    | 1: time: expected
            max_background_cpu: 0.2          | protocol: sustained        | 9: time.warm_up: unknown key
            measurement: 5s                     | measurement: 5s, open_loop_rate: 4000 | 9: time.open_loop_rate: unknown key
            max_background_cpu: 0.2          | scan_share: {min: 0.2, max: 0.1} | 10: scan_share.max: expected a number 0.2..1.0, found 0.1
            max_background_cpu: 0.2          | scan_share: 0.1            | 10: scan_share: expected
            max_background_cpu: 0.2          | scan_share: {min: 0, max: 1, absent: 1} | 10: scan_share.absent: expected a number 0.0..0.95, found 1
            {min: 0.2, max: 0.8}             | {min: 0.2, max: 0.8, absent: 0.5} | 4: read_ratio.absent: unknown key
            defaults: {                      | defaults: {scan_shares: [2], | 5: defaults.scan_shares: expected numbers 0..1, found 2.
            defaults: {                      | defaults: {workloads: [{read_ratio: 1}], | 5: defaults.read_ratios: expected either workloads or read_ratios, found both.
            read_ratios: [0.1, 0.9]          | workloads: [{read_ratio: 2}] | 5: defaults.workloads[0].read_ratio: expected a number 0.0..1.0, found 2
            read_ratios: [0.1, 0.9]          | workloads: [{scan_share: 1}] | 5: defaults.workloads[0].read_ratio: expected a number 0.0..1.0, found nothing
            {min: 8, max: 64}                | {min: 8, mx: 64}           | 13: knobs.concurrent_reads.mx: unknown key. Did you mean max?
            """)
    void refusesAFaultInOneLineWithItsPlace(String part, String other, String message) {
        assertThat(PlanText.TEXT).contains(part);
        assertThatThrownBy(() -> PlanText.read(folder, PlanText.TEXT.replace(part, other)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(folder.resolve("plan.yaml") + ":" + message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void refusesAPlanWithoutKnobs() {
        String before = PlanText.TEXT.substring(0, PlanText.TEXT.indexOf("knobs:"));
        assertThatThrownBy(() -> PlanText.read(folder, before + "knobs: {}\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessage(folder.resolve("plan.yaml")
                        + ":11: knobs: expected at least one knob, found none. Add a name from the catalogue.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            concurrent_reads: {min: 8        | concurent_reads: {min: 8    | 13: knobs.concurent_reads: unknown knob concurent_reads. Did you mean concurrent_reads?
            max: 64                          | max: 4096                   | 13: knobs.concurrent_reads: concurrent_reads: expected a whole number 8..128, found 4096.
            min: 8, max: 64                  | min: 60, max: 64            | 13: knobs.concurrent_reads: expected a range around the default 32, found 60..64. Widen it.
            [Leveled, SizeTiered]            | [Leveled]                   | 12: knobs.compaction: expected the default SizeTiered among the choices
            [Leveled, SizeTiered]            | [SizeTired, SizeTiered]     | 12: knobs.compaction: compaction: expected
            compaction: {choices: [Leveled, SizeTiered]} | compaction: {min: 1} | 12: knobs.compaction: expected choices, found min or max
            {min: 8, max: 64}                | {choices: [8, 64]}          | 13: knobs.concurrent_reads: expected min and max, found choices
            """)
    void refusesRangesThatTheCatalogueDoesNotAllow(String part, String other, String message) throws Exception {
        assertThat(PlanText.TEXT).contains(part);
        CampaignPlan plan = PlanText.read(folder, PlanText.TEXT.replace(part, other));
        assertThatThrownBy(() -> plan.trials(plan.space(PlanText.catalogue())))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(folder.resolve("plan.yaml") + ":" + message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aPlanOfTheSustainedProtocolHasOtherTimes() throws Exception {
        String times = "protocol: sustained\ntime: {ageing: {turnover: 2, max: 60s}, measurement: %s, open_loop: 10s}";
        assertThat(sustained(String.format(times, "{min: 90s, max: 2m}")))
                .contains(new SustainedProtocol(
                        2,
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(90),
                        Duration.ofSeconds(120),
                        1,
                        Duration.ofSeconds(10),
                        Optional.empty()));
        String states = String.format(times, "2m").replace("open_loop:", "states: %d, open_loop:");
        SustainedProtocol four = sustained(String.format(states, 4)).get();
        assertThat(four.states()).isEqualTo(4);
        assertThat(four.measuring(Duration.ofSeconds(30)).states()).isEqualTo(2);
        assertThatThrownBy(() -> sustained(String.format(states, 9)))
                .hasMessageContaining("time.states: expected a measurement of at least 135s for 9 states, found 120s.");
        assertThat(sustained(String.format(times, "20m")).get().min()).isEqualTo(Duration.ofMinutes(20));
        assertThat(sustained(String.format(times, "30s").replace("open_loop:", "burn_in: 9s, open_loop:"))
                        .get()
                        .burnIn())
                .isEqualTo(Duration.ofSeconds(9));
        String rate = String.format(times, "30s").replace("10s}", "10s, open_loop_rate: 4000}");
        assertThat(sustained(rate).get().openLoopRate()).contains(4000.0);
        assertThat(sustained(rate).get().measuring(Duration.ofMinutes(20)).openLoopRate())
                .as("of a reference, too")
                .contains(4000.0);
        assertThatThrownBy(() -> sustained(rate.replace("4000", "0")))
                .hasMessageContaining("time.open_loop_rate: expected a whole number 1..10000000, found 0.");
        assertThatThrownBy(() -> sustained(rate.replace("open_loop: 10s", "open_loop: 0s")))
                .hasMessageContaining("time.open_loop_rate: expected an open_loop above 0s, found 0s.");
        assertThatThrownBy(() -> sustained(String.format(times, "29s")))
                .hasMessageContaining("time.measurement: expected whole seconds, at least 30s");
        assertThatThrownBy(() -> sustained(String.format(times, "{min: 60s, max: 59s}")))
                .hasMessageContaining("time.measurement.max: expected whole seconds, at least 60s");
        assertThat(CampaignPlan.read(Path.of("../conf/plans/sustained.yaml"))
                        .conditions()
                        .sustained())
                .isPresent();
    }

    private Optional<SustainedProtocol> sustained(String times) throws Exception {
        return PlanText.read(folder, PlanText.TEXT.replace("time: {warm_up: 2s, measurement: 5s}", times))
                .conditions()
                .sustained();
    }

    /** 1.5 processors are two for a JVM, on any larger machine. Trials record this number, and `train` uses it. */
    @Test
    void theProcessorTimeLimitsTheProcessors() throws Exception {
        TrialConditions conditions = PlanText.read(folder, PlanText.TEXT).conditions();
        assertThat(conditions.resources(8)).isEqualTo(conditions.resources(2));
        assertThat(conditions.resources(8).cores()).isEqualTo(2);
    }

    @Test
    void aDistributionOfAWorkloadFileReplacesTheReuseDistance() throws Exception {
        TrialConditions conditions = PlanText.read(folder, PlanText.TEXT).conditions();
        WorkloadFile zipfian = WorkloadFile.of(
                Map.of("readproportion", "0.5", "updateproportion", "0.5", "requestdistribution", "zipfian"),
                conditions.data());
        assertThat(conditions.with(zipfian).ycsb(Workload.ofReadRatio(0.5)))
                .containsEntry("requestdistribution", "zipfian")
                .doesNotContainKey("rafiki.reuse.mean");
    }

    /** CoreWorkload would ignore it, and the trial would record it. */
    @Test
    void theReuseDistanceOfAWorkloadFileHasAWorkloadThatUsesIt() throws Exception {
        TrialConditions conditions = PlanText.read(folder, PlanText.TEXT.replace(", reuse_distance: 50", ""))
                .conditions();
        Workload workload = Workload.ofReadRatio(0.5);
        assertThat(conditions.ycsb(workload)).doesNotContainKey("workload");
        WorkloadFile reuse = WorkloadFile.of(
                Map.of("readproportion", "0.5", "updateproportion", "0.5", "rafiki.reuse.mean", "20"),
                conditions.data());
        assertThat(conditions.with(reuse).ycsb(workload))
                .containsEntry("rafiki.reuse.mean", "20")
                .containsEntry("workload", "io.rafiki.ycsb.MetagenomicsWorkload");
    }

    @Test
    void propertiesOfYcsbStateTheOperationsOfAllTrials() throws Exception {
        String text = PlanText.TEXT
                .replace("trials: 16", "trials: 0")
                .replace("read_ratios: [0.1, 0.9]", "read_ratios: [0.75]")
                .replace(
                        "distribution: zipfian, reuse_distance: 50",
                        "properties: {readproportion: 0.5, updateproportion: 0, readmodifywriteproportion: 0.25,"
                                + " requestdistribution: latest}");
        Workload workload = Workload.ofReadRatio(0.75);
        TrialConditions conditions = PlanText.read(folder, text).conditions();
        assertThat(conditions.statedOperations()).contains(workload);
        assertThat(conditions.ycsb(workload))
                .containsEntry("requestdistribution", "latest")
                .containsEntry("readproportion", "0.5")
                .containsEntry("readmodifywriteproportion", "0.25");

        String place = folder.resolve("plan.yaml") + ":7: client.properties: ";
        assertThatThrownBy(() -> PlanText.read(folder, text.replace("[0.75]", "[0.75, 0.1]")))
                .hasMessageStartingWith(place + "expected fixed trials with their operations, read_ratio=0.75, found"
                        + " read_ratio=0.1.");
        assertThatThrownBy(() -> PlanText.read(folder, text.replace("trials: 0", "trials: 16")))
                .hasMessageContaining("found drawn trials.");
        assertThatThrownBy(() -> PlanText.read(folder, text.replace("readproportion", "readpropotion")))
                .hasMessageStartingWith(place + "readpropotion: expected a property that trials support");
        assertThatThrownBy(() -> PlanText.read(folder, text.replace("latest", "latest, recordcount: 9")))
                .hasMessageStartingWith(place + "expected operations only, found rows or threads.");
    }

    @Test
    void aWarmUpMayEndWhenThroughputIsStationary() throws Exception {
        assertThat(PlanText.read(folder, PlanText.TEXT.replace("warm_up: 2s", "warm_up: {min: 10s, max: 1m}"))
                        .conditions()
                        .warmUp())
                .isEqualTo(new WarmUp(Duration.ofSeconds(10), Duration.ofSeconds(60)));
    }

    @Test
    void refusesAWrittenConfigurationOutsideOfItsRanges() throws Exception {
        CampaignPlan plan = PlanText.read(
                folder, PlanText.TEXT + "configurations:\n  - {read_ratios: [0.3], values: {concurrent_reads: 100}}\n");
        assertThatThrownBy(() -> plan.trials(plan.space(PlanText.catalogue())))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(folder.resolve("plan.yaml") + ":17: configurations")
                .hasMessageContaining("expected a whole number 8..64, found 100.");
    }

    @Test
    void anActivePlanHasAStartAndABudgetInPlaceOfTrials() throws Exception {
        CampaignPlan plan =
                PlanText.read(folder, PlanText.TEXT.replace("trials: 16", "active: {start: 20, budget: 40}"));
        assertThat(plan.trials()).isEqualTo(20);
        assertThat(plan.active())
                .hasValueSatisfying(active -> assertThat(active.budget()).isEqualTo(40));
        assertThat(PlanText.read(folder, PlanText.TEXT).active()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            active: {start: 19, budget: 40} | 3: active.start: expected a whole number 20..100000, found 19
            active: {start: 20}             | 3: active.budget: expected a whole number 1..100000, found nothing
            active: {begin: 20}             | 3: active.begin: unknown key.
            active: 30                      | 3: active: expected keys and values, found 30
            """)
    void refusesAFaultInAnActivePlan(String active, String message) {
        assertThatThrownBy(() -> PlanText.read(folder, PlanText.TEXT.replace("trials: 16", active)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(folder.resolve("plan.yaml") + ":" + message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void refusesTrialsTogetherWithActive() {
        assertThatThrownBy(() -> PlanText.read(folder, PlanText.TEXT + "active: {start: 20, budget: 40}\n"))
                .hasMessageContaining("trials: expected either trials or active, found both.");
    }

    @Test
    void aBlockedPlanMayBeARace() throws Exception {
        assertThat(PlanText.read(folder, PlanText.TEXT).race()).isEmpty();
        assertThat(PlanText.read(folder, RACE + "race: {keep: 2, margin: 0}\n").race())
                .contains(new Race.Rule(2, 0, false));
        assertThat(PlanText.read(folder, RACE + "race: {}\n").race()).contains(new Race.Rule(1, 0.05, false));
        assertThat(PlanText.read(folder, RACE + "race: {halve: true}\n").race()).contains(new Race.Rule(1, 0.05, true));
    }

    /** A finished campaign may have such a plan. */
    @Test
    void aRaceWithoutAContestCanBeRead() throws Exception {
        String alone = PlanText.TEXT + "blocked: true\nrace: ";
        assertThat(PlanText.read(folder, alone + "{keep: 3}\n").race()).isPresent();
        assertThat(PlanText.read(folder, alone + "{halve: true}\n").trials()).isEqualTo(16);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            race: {keep: 1}                                | race: expected a plan with blocked: true, found one without.
            race: {blocked: true}                          | race.blocked: unknown key.
            race: true                                     | race: expected keys and values, found true
            race: {keep: 0}, blocked: true                 | race.keep: expected a whole number 1..1000, found 0
            race: {margin: 1.5}, blocked: true             | race.margin: expected a number 0.0..1.0, found 1.5
            race: {margin: 0.1, halve: true}, blocked: true | race.margin: expected either margin or halve, found both.
            """)
    void refusesAFaultInARace(String race, String message) {
        assertThatThrownBy(() -> PlanText.read(folder, PlanText.TEXT + race.replace(", blocked", "\nblocked")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(": " + message)
                .hasMessageNotContaining("\n");
    }

    /** A configuration without a further replicate would end the eliminations, because its round never ends. */
    @Test
    void halvingNeedsEqualRepeatsAtAWorkload() throws Exception {
        String text = PlanText.TEXT.replace("trials: 16", "trials: 0")
                + """
                blocked: true
                race: {halve: true}
                configurations:
                  - {read_ratios: [0.5], repeats: 3, values: {concurrent_reads: "8"}}
                  - {read_ratios: [0.9], repeats: 2, values: {concurrent_reads: "8"}}
                """;
        assertThat(PlanText.read(folder, text).race()).contains(new Race.Rule(1, 0.05, true));
        String unequal = text.replace("read_ratios: [0.5]", "read_ratios: [0.5, 0.9]");
        assertThat(PlanText.read(folder, unequal.replace("{halve: true}", "{}")).race())
                .isPresent();
        assertThatThrownBy(() -> PlanText.read(folder, unequal))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "race.halve: expected equal repeats of the baseline and all configurations at a workload,"
                                + " found 2 and 3. Make them equal, or remove halve.")
                .hasMessageNotContaining("\n");
    }

    @Test
    void theShippedPlanForRedisCanBeRun() throws Exception {
        CampaignPlan plan = CampaignPlan.read(Path.of("../conf/plans/redis.yaml"));
        KnobCatalogue knobs = KnobCatalogue.read(
                Path.of("../conf/knobs/redis-7.0.yaml"), plan.conditions().resources(2));
        assertThat(plan.trials(plan.space(knobs))).hasSize(24);
        assertThat(plan.conditions().sustained().orElseThrow().openLoopRate()).contains(8000.0);
    }

    /** The start of an active plan, or all fixed trials, with the baseline. */
    @ParameterizedTest
    @CsvSource({"sustained, 33", "shipped-sustained, 96", "protocol, 30"})
    void theShippedPlansOfSustainedTrialsCanBeRun(String name, int trials) throws Exception {
        CampaignPlan plan = CampaignPlan.read(Path.of("../conf/plans/" + name + ".yaml"));
        KnobCatalogue knobs = KnobCatalogue.read(
                Path.of("../conf/knobs/cassandra-5.0.yaml"), plan.conditions().resources(2));
        assertThat(plan.conditions().sustained()).isPresent();
        assertThat(plan.trials(plan.space(knobs))).hasSize(trials);
    }

    @ParameterizedTest
    @ValueSource(strings = {"small", "shipped", "active"})
    void theShippedPlansCanBeRun(String name) throws Exception {
        CampaignPlan plan = CampaignPlan.read(Path.of("../conf/plans/" + name + ".yaml"));
        assertThat(plan.name()).isEqualTo(name);
        assertThat(plan.trials(plan.space(PlanText.catalogue()))).hasSizeGreaterThanOrEqualTo(plan.trials());
    }
}
