package io.rafiki.trainer.screening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.ScreeningPlan;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The trials of a made-up plan and of the shipped plans of screenings. */
class ScreeningDesignTest extends ScreeningCase {

    @Test
    void theTrialsAreThoseOfThePlanInRandomOrderWithTheDefaultAmongThem() throws Exception {
        ScreeningDesign design = design(PLAN);
        List<PlannedTrial> trials = design.trials();

        // per read ratio: other values 2 + 3 + 3 + 3 + 2 + 3 + 1 + 3, twice each, 24 runs of 8 knobs folded, 6 times
        // the default
        assertThat(trials).hasSize(2 * (2 * 20 + 24 + 6)).doesNotHaveDuplicates();
        assertThat(trials.stream().map(PlannedTrial::id)).doesNotHaveDuplicates();
        assertThat(trials.stream().filter(PlannedTrial::isDefault)).hasSize(12);
        assertThat(trials.subList(0, 4)).allMatch(PlannedTrial::isDefault);
        assertThat(trials.subList(4, 72).stream().filter(PlannedTrial::isDefault))
                .hasSize(4);
        assertThat(design(PLAN).trials()).isEqualTo(trials);
        assertThat(design(PLAN.replace("seed: 5", "seed: 6")).trials())
                .isNotEqualTo(trials)
                .containsExactlyInAnyOrderElementsOf(trials);
        assertThat(design(PLAN.replace("  levels", "  two_level: plain\n  levels"))
                        .trials())
                .hasSize(2 * (2 * 20 + 12 + 6));
        assertThat(design(PLAN.replace("  levels", "  two_level: none\n  levels"))
                        .trials())
                .hasSize(2 * (2 * 20 + 6));
    }

    /** The folded design of two knobs has each of its four runs twice. */
    @Test
    void equalRunsAreReplicates() throws Exception {
        String two = PLAN.substring(0, PLAN.indexOf("  concurrent_reads"));
        ScreeningDesign design = design(two);
        assertThat(IntStream.range(0, 8)
                        .mapToObj(run -> design.run(Workload.ofReadRatio(0.1), run))
                        .collect(Collectors.groupingBy(
                                PlannedTrial::configuration,
                                Collectors.mapping(PlannedTrial::repeat, Collectors.toList())))
                        .values())
                .hasSize(4)
                .allMatch(repeats -> repeats.equals(List.of(0, 1)));
        assertThat(design.signs()).hasSize(8);
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "3, 8", "7, 12", "8, 12", "10, 12", "11, 20", "19, 24", "23, 32", "31, 44"})
    void aPlainDesignHasMoreRunsThanCoefficients(int knobs, int runs) {
        assertThat(ScreeningDesign.signs(ScreeningPlan.TwoLevel.PLAIN, knobs))
                .hasSize(runs)
                .hasSizeGreaterThan(knobs + 1)
                .allSatisfy(run -> assertThat(run).hasSize(knobs));
    }

    @Test
    void equalLevelsAreRefused() {
        assertThatThrownBy(() -> design(PLAN.replace("[SizeTiered, Leveled]}", "[Leveled, Leveled]}")))
                .hasMessageContaining("levels: expected two values of compaction, found only Leveled.");
    }

    /** What docs/evaluation.md and the plan's head promise. */
    @Test
    void theShippedPlanMatchesTheDocumentation() throws Exception {
        ScreeningDesign design = shipped("screen");

        assertThat(design.space().size()).isGreaterThanOrEqualTo(18);
        assertThat(design.alone()).allSatisfy(values -> assertThat(values).hasSizeBetween(2, 4));
        assertThat(Files.readString(Path.of("../docs/evaluation.md")))
                .contains(
                        ": " + design.trials().size() + " trials",
                        design.space().size() + " knobs take ");
        assertThat(Files.readString(Path.of("../conf/plans/screen.yaml")))
                .contains("# It takes " + design.trials().size() + " trials");
    }

    @Test
    void theSustainedPlanMatchesTheDocumentation() throws Exception {
        ScreeningDesign design = shipped("screen-sustained");

        assertThat(design.plan().conditions().sustained()).isPresent();
        assertThat(design.screening().workloads())
                .extracting(Workload::toString)
                .containsExactly("readRatio=0.1", "readRatio=0.5", "readRatio=0.9", "readRatio=0.95, scanShare=1.0");
        assertThat(design.space().knobs().stream().map(Knob::name))
                .containsExactly("row_cache_size", "disk_access_mode", "compression");
        // per workload: two, one and three other values, twice, 4 times the default
        assertThat(design.trials()).hasSize(4 * (2 * 6 + 4));
        String promise = design.trials().size() + " trials in about 11 hours";
        assertThat(Files.readString(Path.of("../docs/evaluation.md"))).contains(promise);
        assertThat(Files.readString(Path.of("../conf/plans/screen-sustained.yaml")))
                .contains("# It takes " + promise);
    }

    @Test
    void thePlanForRedisMatchesItsHead() throws Exception {
        ScreeningDesign design = shipped("redis-screen", Path.of("../conf/knobs/redis-7.0.yaml"));

        // per workload: twelve other values, twice, 24 runs, 4 times the default
        assertThat(design.trials()).hasSize(2 * (2 * 12 + 24 + 4));
        assertThat(Files.readString(Path.of("../conf/plans/redis-screen.yaml")))
                .contains("# It takes " + design.trials().size() + " trials");
        CampaignPlan campaign = CampaignPlan.read(Path.of("../conf/plans/redis.yaml"));
        assertThat(design.plan().conditions().data())
                .isEqualTo(campaign.conditions().data());
    }

    /** A chunk cache next to this heap needs more memory than the plan permits. Alone it is omitted; in the two-level design it is rejected. */
    @Test
    void keepsToTheConstraintsOfTheCatalogue() throws Exception {
        String text = PLAN + "  file_cache_size: {min: 64, max: 128}\n";
        CampaignPlan plan = CampaignPlan.read(Files.writeString(
                folder.resolve("plan.yaml"), text.replace("  levels", "  two_level: none\n  levels")));
        KnobCatalogue tight = KnobCatalogue.read(CATALOGUE, new NodeResources(2, 512).memory(900));
        ScreeningDesign design = ScreeningDesign.of(plan, plan.space(tight));
        int cache = design.space().indexOf("file_cache_size");

        assertThat(design.alone().get(cache)).containsExactly(0.0, 64.0);
        CampaignPlan both = CampaignPlan.read(Files.writeString(folder.resolve("plan.yaml"), text));
        assertThatThrownBy(() -> ScreeningDesign.of(both, both.space(tight)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(":6: screen.levels: expected levels with which every run keeps to")
                .hasMessageContaining("file_cache_size");
    }

    @Test
    void refusesWhatCannotBeScreened() throws Exception {
        assertRefused(
                "read_ratios: [0.1, 0.9], repeats: 6",
                "read_ratios: [0.1], repeats: 6",
                "3: defaults: expected at least 2 repeats");
        assertRefused(
                "levels: {compaction",
                "levels: {compation",
                "6: screen.levels: expected knobs of this plan, found compation.");
        assertRefused(
                "[SizeTiered, Leveled]}\ndata",
                "[SizeTiered, Level]}\ndata",
                "6: screen.levels: compaction: expected one of");
        assertRefused(
                "[SizeTiered, Leveled]}\ndata",
                "[SizeTiered]}\ndata",
                "6: screen.levels.compaction: expected two values");
        assertRefused(
                "  levels: {",
                "  alone: [compation]\n  levels: {",
                "6: screen.alone: expected knobs of this plan, found compation.");
        assertRefused("seed: 5", "seed: 5\ntrials: 3", "3: trials: expected either screen or trials, found both");
        assertRefused(
                "read_ratios: [0.1, 0.9]\n",
                "read_ratios: [0.1, 0.9]\n  repeats: 1\n",
                "6: screen.repeats: expected a whole number 2..");
    }

    private void assertRefused(String part, String other, String message) {
        assertThat(PLAN).contains(part);
        assertThatThrownBy(() -> design(PLAN.replace(part, other)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(folder.resolve("plan.yaml") + ":" + message)
                .hasMessageNotContaining("\n");
    }

    private static ScreeningDesign shipped(String name) throws ConfigException {
        return shipped(name, CATALOGUE);
    }

    private static ScreeningDesign shipped(String name, Path catalogue) throws ConfigException {
        CampaignPlan plan = CampaignPlan.read(Path.of("../conf/plans/" + name + ".yaml"));
        NodeResources machine = new NodeResources(2, plan.conditions().heapMiB())
                .memory(plan.conditions().memoryMiB().orElseThrow());
        return ScreeningDesign.of(plan, plan.space(KnobCatalogue.read(catalogue, machine)));
    }
}
