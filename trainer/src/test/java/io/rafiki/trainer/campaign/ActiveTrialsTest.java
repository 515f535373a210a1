package io.rafiki.trainer.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.ConstraintDefinition;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.RealKnob;
import io.rafiki.search.GeneticSearch;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.plan.WorkloadSpace;
import io.rafiki.trainer.train.Surface;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Campaigns on a made-up surface; models are as small as they can be, since it is the order of things that is tested. */
class ActiveTrialsTest {

    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0),
            new IntegerKnob("concurrent_writes", "threads", 8, 64, Map.of(), 32),
            new IntegerKnob("file_cache_size", "MiB", 64, 256, Map.of("off", 0L), 0),
            new RealKnob("memtable_cleanup_threshold", "", 0.05, 0.7, 0.333333)));
    private static final Surface SURFACE = new Surface(SPACE, 3);
    private static final int START = 20;
    private static final int BUDGET = 34;

    /** After the lines, which all began at midnight. */
    private static final Instant NOW = Instant.parse("2026-01-01T00:01:00Z");

    private static final String LATER = "2026-01-01T02:00:00Z";
    private static final Instant AFTER_LATER = Instant.parse("2026-01-01T02:01:00Z");

    private final ActiveDesign design = design(BUDGET);

    @Test
    void beginsWithTheStartAndSpendsTheRestByTheModelWithDefaultsInBetween() throws Exception {
        List<NextTrial> run = run(design, List.of(), ActiveTrialsTest::measured);
        assertThat(run).hasSize(BUDGET);
        assertThat(IntStream.range(0, BUDGET).filter(i -> isDefault(run.get(i))).boxed())
                .containsExactly(0, 11, 23);
        List<NextTrial> others =
                run.stream().filter(chosen -> !isDefault(chosen)).toList();
        assertThat(others.subList(0, START).stream().map(NextTrial::trial)).containsExactlyElementsOf(design.start());
        List<NextTrial> chosen = others.subList(START, others.size());
        for (int n = 0; n < chosen.size(); n++) {
            assertThat(chosen.get(n).why())
                    .matches(
                            n % 4 < 3
                                    ? "most promising at read ratio 0\\.\\d\\d: predicted [\\d,]+ \\+- [\\d,]+ ops/s"
                                    : "most uncertain at read ratio 0\\.\\d\\d: predicted [\\d,]+ \\+- \\d+ %");
        }
        assertThat(chosen.stream().map(next -> next.trial().workload().readRatio()))
                .allMatch(ratio -> ratio >= 0.2 && ratio <= 0.9)
                .doesNotHaveDuplicates();
    }

    /** Two baseline trials per workload run first and show the noise. The others are spread evenly. */
    @Test
    void someOfTheDefaultsComeFirst() throws Exception {
        List<NextTrial> run = run(design(SPACE, BUDGET, 2), List.of(), ActiveTrialsTest::measured);
        assertThat(run).hasSize(BUDGET);
        assertThat(IntStream.range(0, BUDGET).filter(i -> isDefault(run.get(i))).boxed())
                .containsExactly(0, 1, 2);
        List<NextTrial> all = run(design(SPACE, BUDGET, 1), List.of(), ActiveTrialsTest::measured);
        assertThat(IntStream.range(0, BUDGET).filter(i -> isDefault(all.get(i))).boxed())
                .containsExactly(0, 1, 18);
    }

    /** Six baselines are due after 0, 6, 11, 17, 23 and 28 others. A pause after the third of the others moves two of them forward. */
    @Test
    void aSessionAfterAPauseBeginsWithTwoOfTheDefaults() throws Exception {
        ActiveDesign six = design(SPACE, 40, 0, 6);
        List<NextTrial> all = run(six, List.of(), ActiveTrialsTest::measured);
        assertThat(defaultsIn(all)).containsExactly(0, 7, 13, 20, 27, 33);
        List<Trial> lines = new ArrayList<>(lines(all.subList(0, 4)));
        List<NextTrial> paused = source(six, Instant.parse(LATER)).next(lines);
        assertThat(paused).hasSize(3);
        assertThat(defaultsIn(paused)).containsExactly(0, 1);
        assertThat(source(six).next(lines)).as("no pause").hasSize(1).noneMatch(ActiveTrialsTest::isDefault);

        lines.add(measuredLater(paused.get(0).trial()));
        List<NextTrial> killed = source(six, AFTER_LATER).next(lines);
        assertThat(killed.get(0)).isEqualTo(paused.get(1));
        assertThat(defaultsIn(killed)).containsExactly(0);

        lines.add(measuredLater(paused.get(1).trial()));
        assertThat(source(six, AFTER_LATER).next(lines)).hasSize(1).noneMatch(ActiveTrialsTest::isDefault);
    }

    @Test
    void theBaselinesOfASessionAreAtDistantReadRatios() throws Exception {
        List<PlannedTrial> baselines = new ArrayList<>();
        for (int repeat = 0; repeat < 2; repeat++) {
            for (double readRatio : new double[] {0.9, 0.5, 0.1}) {
                baselines.add(new PlannedTrial(Workload.ofReadRatio(readRatio), SPACE.defaults(), repeat));
            }
        }
        ActiveDesign three =
                new ActiveDesign(SPACE, WorkloadSpace.ofReadRatios(0.1, 0.9), design.start(), baselines, 0, 40, 5);
        List<Trial> lines =
                lines(run(three, List.of(), ActiveTrialsTest::measured).subList(0, 3));

        assertThat(source(three, Instant.parse(LATER)).next(lines).subList(0, 2))
                .allMatch(ActiveTrialsTest::isDefault)
                .extracting(next -> next.trial().workload().readRatio())
                .containsExactly(0.1, 0.9);
    }

    @Test
    void defaultsAfterAPausePrecedeTheNextChoiceAndTakeNothingFromTheBudget() throws Exception {
        ActiveDesign six = design(SPACE, 40, 0, 6);
        List<Trial> lines = new ArrayList<>(
                lines(run(six, List.of(), ActiveTrialsTest::measured).subList(0, 24)));
        List<NextTrial> paused = source(six, Instant.parse(LATER)).next(lines);
        assertThat(paused).hasSize(2).allMatch(ActiveTrialsTest::isDefault);
        paused.forEach(next -> lines.add(measuredLater(next.trial())));
        assertThat(source(six, AFTER_LATER).next(lines)).hasSize(1).noneMatch(ActiveTrialsTest::isDefault);
        assertThat(source(six, AFTER_LATER).account(lines)).isEqualTo(new TrialSource.Account(40, 26, 14));
    }

    /** Two baselines are planned and measured. The session after a pause measures two more, and two choices fewer follow. */
    @Test
    void aSessionThatFindsNoBaselineLeftRepeatsThem() throws Exception {
        ActiveDesign two = design(SPACE, BUDGET, 0, 2);
        List<Trial> lines = new ArrayList<>(
                lines(run(two, List.of(), ActiveTrialsTest::measured).subList(0, 24)));
        List<NextTrial> paused = source(two, Instant.parse(LATER)).next(lines);
        assertThat(paused).hasSize(2).allMatch(ActiveTrialsTest::isDefault);
        assertThat(paused.stream().map(next -> next.trial().repeat())).containsExactly(2, 3);

        for (List<NextTrial> next = paused;
                !next.isEmpty();
                next = source(two, AFTER_LATER).next(lines)) {
            next.forEach(chosen -> lines.add(measuredLater(chosen.trial())));
        }
        assertThat(lines.stream().map(Trial::id)).hasSize(BUDGET).doesNotHaveDuplicates();
        assertThat(lines.stream()
                        .filter(line -> line.proposed().equals(SPACE.defaults().toMap())))
                .hasSize(4);
    }

    @Test
    void noConfigurationIsMeasuredTwiceButTheDefault() throws Exception {
        List<Configuration> run = run(design, List.of(), ActiveTrialsTest::measured).stream()
                .filter(chosen -> !isDefault(chosen))
                .map(chosen -> chosen.trial().configuration())
                .toList();
        assertThat(run).doesNotHaveDuplicates();
    }

    @Test
    void theSameMeasurementsGiveTheSameTrialsAndOtherMeasurementsOthers() throws Exception {
        assertThat(ids(run(design, List.of(), ActiveTrialsTest::measured)))
                .isEqualTo(ids(run(design, List.of(), ActiveTrialsTest::measured)))
                .isNotEqualTo(ids(run(
                        design,
                        List.of(),
                        trial -> Lines.of(
                                trial, TrialStatus.OK, 1000 + trial.workload().readRatio()))));
    }

    @Test
    void aSpaceThatIsMeasuredCompletelyEndsTheCampaign() throws Exception {
        KnobSpace two = new KnobSpace(List.of(new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0)));
        WorkloadSpace one = WorkloadSpace.ofReadRatios(0.5, 0.5);
        List<PlannedTrial> start = Stream.of("SizeTiered", "Leveled")
                .map(name -> two.configuration(Map.of("compaction", name)))
                .map(configuration -> new PlannedTrial(Workload.ofReadRatio(0.5), configuration, 0))
                .toList();
        ActiveDesign small = new ActiveDesign(two, one, start, List.of(), 0, BUDGET, 5);
        assertThat(run(small, List.of(), trial -> Lines.of(trial, TrialStatus.OK, 1000)))
                .hasSize(2);
    }

    /** A campaign interrupted after or during a trial continues with the same next trial. */
    @Test
    void aCutAnywhereChangesNothing() throws Exception {
        List<NextTrial> whole = run(design, List.of(), ActiveTrialsTest::measured);
        List<Trial> lines = new ArrayList<>();
        for (NextTrial next : whole) {
            List<Trial> cut = new ArrayList<>(lines);
            cut.add(Lines.of(next.trial(), TrialStatus.ABORTED, Double.NaN));
            assertThat(source(design).next(cut).get(0))
                    .as("after %d", lines.size())
                    .isEqualTo(next);
            assertThat(source(design).account(cut))
                    .isEqualTo(new TrialSource.Account(BUDGET, lines.size(), BUDGET - lines.size()));
            lines.add(measured(next.trial()));
        }
        assertThat(source(design).next(lines)).isEmpty();
    }

    /** A disturbed trial is measured once more before the next round, wherever the campaign is cut. */
    @Test
    void aDisturbedTrialIsMeasuredOnceMoreAndThenLeft() throws Exception {
        List<Trial> lines = new ArrayList<>(
                lines(run(design, List.of(), ActiveTrialsTest::measured).subList(0, 25)));
        PlannedTrial next = source(design).next(lines).get(0).trial();
        lines.add(Lines.of(next, TrialStatus.DISTURBED, 900));
        assertThat(source(design).next(lines)).extracting(NextTrial::trial).containsExactly(next);
        assertThat(source(design).account(lines).left()).isEqualTo(BUDGET - 25);
        lines.add(Lines.of(next, TrialStatus.DISTURBED, 900));
        assertThat(source(design).next(lines)).extracting(NextTrial::trial).doesNotContain(next);
        assertThat(source(design).account(lines).left()).isEqualTo(BUDGET - 26);
    }

    /** What failed, and what is like it, is not tried again; the budget ends the campaign none the less. */
    @Test
    void aConfigurationThatFailsIsAvoidedWithItsNeighbours() throws Exception {
        List<NextTrial> run = run(
                design(60),
                List.of(),
                trial -> trial.configuration().code(0) == 1
                                && trial.configuration().code(1) > 30
                        ? Lines.of(trial, TrialStatus.FAILED, Double.NaN)
                        : measured(trial));
        List<Configuration> failed = new ArrayList<>();
        assertThat(run).hasSize(60).anyMatch(chosen -> chosen.why().startsWith("most"));
        for (NextTrial chosen : run) {
            Configuration configuration = chosen.trial().configuration();
            if (chosen.why().startsWith("most")) {
                assertThat(failed)
                        .noneMatch(other -> other.code(0) == configuration.code(0)
                                && Math.abs(other.code(1) - configuration.code(1)) <= 5
                                && (other.code(2) == configuration.code(2)
                                        || (other.code(2) >= 64
                                                && configuration.code(2) >= 64
                                                && Math.abs(other.code(2) - configuration.code(2)) <= 19))
                                && Math.abs(other.code(3) - configuration.code(3)) <= 0.065);
            }
            if (configuration.code(0) == 1 && configuration.code(1) > 30) {
                failed.add(configuration);
            }
        }
        assertThat(failed).isNotEmpty();
    }

    /** Numbers beyond the measured ones are not tried where a trial has failed. */
    @Test
    void avoidsTheEndOfARangeThatFailed() throws Exception {
        List<NextTrial> run = run(
                design(60),
                List.of(),
                trial -> trial.configuration().code(3) > 0.5
                        ? Lines.of(trial, TrialStatus.TIMEOUT, Double.NaN)
                        : measured(trial));
        assertThat(run.stream().filter(chosen -> chosen.why().startsWith("most")))
                .isNotEmpty()
                .allMatch(chosen -> chosen.trial().configuration().code(3) <= 0.5);
    }

    @Test
    void choosesWhatTheConstraintsAllow() throws Exception {
        KnobSpace tied = new KnobSpace(
                SPACE.knobs(),
                List.of(Constraint.of(
                        new ConstraintDefinition(
                                List.of("concurrent_writes", "file_cache_size"), List.of("200"), "Because."),
                        SPACE.knobs(),
                        Map.of())));
        Surface surface = new Surface(tied, 3);
        List<NextTrial> run = run(
                design(tied, 60),
                List.of(),
                trial -> Lines.of(
                        trial, TrialStatus.OK, surface.value(trial.workload().readRatio(), trial.configuration())));
        assertThat(run).hasSize(60).anyMatch(chosen -> chosen.why().startsWith("most"));
        assertThat(run.stream().map(chosen -> chosen.trial().configuration().codes()))
                .allMatch(codes -> codes[1] + codes[2] <= 200)
                .anyMatch(codes -> codes[1] + codes[2] > 180);
    }

    @Test
    void coversTheSpaceWhileThereIsNoModel() throws Exception {
        List<NextTrial> run = run(design, List.of(), trial -> Lines.of(trial, TrialStatus.FAILED, Double.NaN));
        assertThat(run).hasSize(BUDGET);
        assertThat(ids(run)).doesNotHaveDuplicates();
        assertThat(run.get(BUDGET - 1).why()).isEqualTo("to cover the space: 0 good trials are too few for a model");
        List<NextTrial> flat = run(design, List.of(), trial -> Lines.of(trial, TrialStatus.OK, 1000));
        assertThat(flat.get(BUDGET - 1).why()).isEqualTo("to cover the space: there is no model yet");
    }

    @Test
    void aLargerBudgetContinuesASmallerOne() throws Exception {
        List<NextTrial> lesser = run(design, List.of(), ActiveTrialsTest::measured);
        List<NextTrial> more = run(design(BUDGET + 6), lines(lesser), ActiveTrialsTest::measured);
        assertThat(more).hasSize(6);
        assertThat(ids(more)).doesNotContainAnyElementsOf(ids(lesser));
    }

    @Test
    void refusesABudgetThatLeavesNothingToChoose() {
        assertThatThrownBy(() -> design(START + 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a budget above 23, which start and defaults take, found 23. Raise it.");
    }

    @Test
    void refusesATrialOfAnotherCampaign() {
        PlannedTrial trial = design.start().get(0);
        Trial other = Lines.measured("x");
        assertThatThrownBy(() -> source(design).next(List.of(measured(trial), other)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("trial x: expected values for compaction, ")
                .hasMessageEndingWith("Is it of another campaign?");
    }

    private static ActiveDesign design(int budget) {
        return design(SPACE, budget);
    }

    private static ActiveDesign design(KnobSpace space, int budget) {
        return design(space, budget, 0);
    }

    private static ActiveDesign design(KnobSpace space, int budget, int first) {
        return design(space, budget, first, 3);
    }

    private static ActiveDesign design(KnobSpace space, int budget, int first, int repeats) {
        SpaceFilling points = new SpaceFilling(space, WorkloadSpace.ofReadRatios(0.2, 0.9), 5);
        List<PlannedTrial> start = IntStream.range(0, START)
                .mapToObj(i -> points.next())
                .map(point -> new PlannedTrial(point.workload(), point.configuration(), 0))
                .toList();
        List<PlannedTrial> defaults = IntStream.range(0, repeats)
                .mapToObj(repeat -> new PlannedTrial(Workload.ofReadRatio(0.5), space.defaults(), repeat))
                .toList();
        return new ActiveDesign(space, WorkloadSpace.ofReadRatios(0.2, 0.9), start, defaults, first, budget, 5);
    }

    private static ActiveTrials source(ActiveDesign design) {
        return source(design, NOW);
    }

    private static ActiveTrials source(ActiveDesign design, Instant now) {
        return new ActiveTrials(
                design,
                TrainingConfig.DEFAULT.with(List.of(3), 15).with(3, 1, 5),
                new GeneticSearch(),
                TrialObjective.throughput,
                InstantSource.fixed(now));
    }

    /** The places of the baselines. */
    private static List<Integer> defaultsIn(List<NextTrial> trials) {
        return IntStream.range(0, trials.size())
                .filter(i -> isDefault(trials.get(i)))
                .boxed()
                .toList();
    }

    /** All trials after the lines, each measured by the function. Every call uses a new source. */
    private static List<NextTrial> run(ActiveDesign design, List<Trial> before, Function<PlannedTrial, Trial> measure)
            throws IOException, InterruptedException {
        List<Trial> lines = new ArrayList<>(before);
        List<NextTrial> run = new ArrayList<>();
        for (List<NextTrial> next = source(design).next(lines);
                !next.isEmpty();
                next = source(design).next(lines)) {
            for (NextTrial chosen : next) {
                run.add(chosen);
                lines.add(measure.apply(chosen.trial()));
            }
        }
        return run;
    }

    private static List<Trial> lines(List<NextTrial> run) {
        return run.stream().map(chosen -> measured(chosen.trial())).toList();
    }

    private static Trial measured(PlannedTrial trial) {
        return Lines.of(trial, TrialStatus.OK, SURFACE.value(trial.workload().readRatio(), trial.configuration()));
    }

    private static Trial measuredLater(PlannedTrial trial) {
        return Lines.measured(trial, SURFACE.value(trial.workload().readRatio(), trial.configuration()), LATER);
    }

    private static boolean isDefault(NextTrial chosen) {
        return chosen.trial().isDefault();
    }

    private static List<String> ids(List<NextTrial> run) {
        return run.stream().map(chosen -> chosen.trial().id()).toList();
    }
}
