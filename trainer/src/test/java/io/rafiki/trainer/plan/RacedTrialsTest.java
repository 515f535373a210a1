package io.rafiki.trainer.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.OpenLoop;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.TrialStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Races of the baseline and three configurations at two read ratios, with five replicates. */
class RacedTrialsTest {

    private static final Race.Rule RULE = new Race.Rule(1, 0, false);

    @TempDir
    private Path folder;

    private List<PlannedTrial> planned;

    @BeforeEach
    void plan() throws Exception {
        CampaignPlan plan = PlanText.read(
                folder,
                PlanText.TEXT.replace("trials: 16", "trials: 0").replace("repeats: 2", "repeats: 5")
                        + """
                        blocked: true
                        race: {margin: 0}
                        configurations:
                          - {read_ratios: [0.1, 0.9], repeats: 5, values: {concurrent_reads: "8"}}
                          - {read_ratios: [0.1, 0.9], repeats: 5, values: {concurrent_reads: "16"}}
                          - {read_ratios: [0.1, 0.9], repeats: 5, values: {concurrent_reads: "24"}}
                        """);
        planned = plan.trials(plan.space(PlanText.catalogue()));
        assertThat(planned).hasSize(40);
        assertThat(plan.race()).contains(RULE);
    }

    /** At 10 % reads 8 threads are far better; at 90 % reads 8 and 16 are alike, and only 24 is worse. */
    @Test
    void onlyConfigurationsThatCanWinAreReplicated() {
        List<Trial> lines = run();
        assertThat(count(lines, 0.1, 8)).isEqualTo(1);
        assertThat(count(lines, 0.1, 32)).as("the baseline ends with the race").isEqualTo(1);
        assertThat(count(lines, 0.9, 8)).isEqualTo(5);
        assertThat(count(lines, 0.9, 16)).isEqualTo(5);
        assertThat(count(lines, 0.9, 24)).isEqualTo(1);
        assertThat(count(lines, 0.9, 32)).as("the baseline").isEqualTo(5);
        assertThat(source().account(lines)).isEqualTo(new TrialSource.Account(40, lines.size(), 0));
    }

    /** The four configurations of a read ratio have one, two, and then three replicates; the baseline runs until the end. */
    @Test
    void halvingGivesTheBetterHalfAnotherReplicate() {
        Race.Rule halving = new Race.Rule(1, 0, true);
        List<Trial> lines = run(new RacedTrials(planned, halving));
        assertThat(count(lines, 0.1, 8)).isEqualTo(2);
        assertThat(count(lines, 0.1, 16) + count(lines, 0.1, 24))
                .as("one of two equal ones continues")
                .isBetween(2L, 3L);
        assertThat(count(lines, 0.9, 24)).isEqualTo(1);
        assertThat(count(lines, 0.9, 8)).isEqualTo(2);
        assertThat(count(lines, 0.9, 16)).isEqualTo(2);
        assertThat(new RacedTrials(planned, halving).next(lines)).isEmpty();
    }

    /** The baseline alone at a workload, or all four configurations of a race that keeps four. */
    @Test
    void whereNoneCanBeEliminatedAllIsMeasured() {
        planned = planned.stream()
                .filter(trial -> trial.isDefault() || trial.workload().readRatio() < 0.5)
                .toList();
        List<Trial> lines = run();
        assertThat(count(lines, 0.9, 32)).isEqualTo(5);
        assertThat(count(lines, 0.1, 32)).isEqualTo(1);
        assertThat(run(new RacedTrials(planned, new Race.Rule(4, 0, false)))).hasSize(25);
        assertThat(run(new RacedTrials(planned, new Race.Rule(4, 0, true)))).hasSize(25);
    }

    /** Latencies that rise 32-fold from configuration to configuration decide each race after one replicate, whatever the throughput. */
    @Test
    void theLatencyAtTheRateDecides() {
        RacedTrials race = new RacedTrials(planned, RULE, TrialObjective.p99);
        List<Trial> lines = new ArrayList<>();
        for (List<NextTrial> next = race.next(lines); !next.isEmpty(); next = race.next(lines)) {
            assertThat(next.get(0).floor()).isEmpty();
            lines.add(withLatency(next.get(0).trial()));
        }
        assertThat(lines).hasSize(8);
        assertThat(race.account(lines).left()).isZero();
    }

    private static Trial withLatency(PlannedTrial trial) {
        long p99 = 1L << (5 * threads(trial.configuration()) / 8);
        return Lines.sustained(measured(trial), List.of(new OpenLoop(null, 400, 400, p99, Map.of(), null)));
    }

    /** Several machines get a round of each race at once: all configurations, then those that can win and the baseline. */
    @Test
    void machinesShareARound() {
        List<Trial> lines = new ArrayList<>();
        List<Integer> rounds = new ArrayList<>();
        for (List<NextTrial> next = source().next(lines, 3); !next.isEmpty(); next = source().next(lines, 3)) {
            rounds.add(next.size());
            next.forEach(each -> lines.add(measured(each.trial())));
        }
        assertThat(rounds).containsExactly(8, 3, 3, 3, 3);
        assertThat(lines.stream().map(Trial::id))
                .containsExactlyInAnyOrderElementsOf(
                        run().stream().map(Trial::id).toList());
    }

    /** The next trial and its floor follow from the lines, also after an aborted trial. */
    @Test
    void aCutAnywhereChangesNothing() {
        List<Trial> whole = run();
        assertThat(run()).isEqualTo(whole);
        for (int cut = 0; cut < whole.size(); cut++) {
            List<Trial> lines = new ArrayList<>(whole.subList(0, cut));
            NextTrial next = source().next(lines).get(0);
            assertThat(next.trial().id()).isEqualTo(whole.get(cut).id());
            lines.add(Lines.ended(next.trial().id(), TrialStatus.ABORTED, "told to stop"));
            assertThat(source().next(lines)).containsExactly(next);
        }
    }

    @Test
    void theBaselineHasNoFloorAndOthersHaveOneAfterTheFirst() {
        List<Trial> lines = new ArrayList<>();
        double readRatio = planned.get(0).workload().readRatio();
        for (int i = 0; i < 4; i++) {
            NextTrial next = source().next(lines).get(0);
            assertThat(next.trial().workload().readRatio()).isEqualTo(readRatio);
            assertThat(next.floor().isPresent())
                    .isEqualTo(i > 0 && !next.trial().isDefault());
            lines.add(measured(next.trial()));
        }
    }

    /** Failed trials are attempted last, so one broken configuration does not end the campaign. */
    @Test
    void failedTrialsComeLastAndTogether() {
        List<Trial> lines = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        for (NextTrial next = source().next(lines).get(0);
                !failed.contains(next.trial().id()); ) {
            boolean fails = threads(next.trial().configuration()) == 16;
            lines.add(fails ? Lines.ended(next.trial().id(), TrialStatus.FAILED, "node") : measured(next.trial()));
            if (fails) {
                failed.add(next.trial().id());
            }
            next = source().next(lines).get(0);
        }
        assertThat(source().next(lines))
                .extracting(next -> next.trial().id())
                .containsExactlyInAnyOrderElementsOf(failed);
        assertThat(failed).hasSize(10);
    }

    private RacedTrials source() {
        return new RacedTrials(planned, RULE);
    }

    private List<Trial> run() {
        return run(source());
    }

    private List<Trial> run(RacedTrials source) {
        List<Trial> lines = new ArrayList<>();
        for (List<NextTrial> next = source.next(lines); !next.isEmpty(); next = source.next(lines)) {
            assertThat(next).hasSize(1);
            lines.add(measured(next.get(0).trial()));
        }
        return lines;
    }

    private static Trial measured(PlannedTrial trial) {
        int threads = threads(trial.configuration());
        double rate = trial.workload().readRatio() < 0.5
                ? threads == 8 ? 2000 : 1000
                : threads == 24 ? 500 : threads == 32 ? 900 : 1000;
        return Lines.measured(trial, rate + trial.repeat(), "2026-01-01T00:00:00Z");
    }

    private static long count(List<Trial> lines, double readRatio, int threads) {
        return lines.stream()
                .filter(line -> line.workload().features().readRatio() == readRatio
                        && ((Number) line.proposed().get("concurrent_reads")).intValue() == threads)
                .count();
    }

    private static int threads(Configuration configuration) {
        return ((Number) configuration.get("concurrent_reads")).intValue();
    }
}
