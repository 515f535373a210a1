package io.rafiki.trainer.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.host.ProcessLedger;
import io.rafiki.trainer.host.ShutdownHandler;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.PlanText;
import io.rafiki.trainer.plan.PlannedTrials;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.progress.RecordedProgress;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignRunnerTest {

    @TempDir
    private Path folder;

    private final Map<String, Deque<TrialStatus>> outcomes = new HashMap<>();
    private final List<String> measured = new ArrayList<>();
    private final RecordedProgress recorded = new RecordedProgress(false);
    private UnaryOperator<Trial> change = line -> line;
    private int machines = 1;

    @Test
    void onlyTrialsWithoutAGoodLineAreStillToDo() throws Exception {
        List<PlannedTrial> planned =
                PlanText.trials(folder, "seed: 7", "seed: 7").subList(0, 6);
        List<Trial> lines = List.of(
                Lines.measured(planned.get(0).id()),
                Lines.ended(planned.get(1).id(), TrialStatus.FAILED, "node"),
                Lines.ended(planned.get(2).id(), TrialStatus.TIMEOUT, "node"),
                Lines.ended(planned.get(3).id(), TrialStatus.ABORTED, "told to stop"),
                Lines.ended(planned.get(4).id(), TrialStatus.DISTURBED, "others"),
                Lines.measured("no trial of this plan"));
        PlannedTrials source = new PlannedTrials(planned);
        assertThat(trials(source.next(lines)))
                .as("those that failed come last")
                .containsExactly(planned.get(3), planned.get(4), planned.get(5), planned.get(1), planned.get(2));
        assertThat(source.account(lines)).isEqualTo(new TrialSource.Account(6, 1, 5));
    }

    @Test
    void failedAndTwiceDisturbedTrialsAreNotAwaited() {
        assertThat(PlannedTrials.attempted(List.of(
                        Lines.measured("good"),
                        Lines.ended("failed", TrialStatus.FAILED, "node"),
                        Lines.ended("once", TrialStatus.DISTURBED, "others"),
                        Lines.ended("twice", TrialStatus.DISTURBED, "others"),
                        Lines.ended("cut off", TrialStatus.ABORTED, "told to stop"),
                        Lines.ended("twice", TrialStatus.DISTURBED, "others"))))
                .containsExactlyInAnyOrder("failed", "twice");
    }

    @Test
    void aTrialThatFailedFirstAndWentWellLaterIsDone() throws Exception {
        List<PlannedTrial> planned =
                PlanText.trials(folder, "seed: 7", "seed: 7").subList(0, 1);
        String id = planned.get(0).id();
        assertThat(new PlannedTrials(planned)
                        .next(List.of(Lines.ended(id, TrialStatus.FAILED, "node"), Lines.measured(id))))
                .isEmpty();
    }

    /** A plan may write out what it has drawn as well. */
    @Test
    void aTrialThatIsPlannedTwiceIsRunOnce() throws Exception {
        PlannedTrial trial = PlanText.trials(folder, "seed: 7", "seed: 7").get(0);
        assertThat(trials(new PlannedTrials(List.of(trial, trial)).next(List.of())))
                .containsExactly(trial);
    }

    @Test
    void eachTrialRunsOncePerSessionAndADisturbedOneTwice() throws Exception {
        List<PlannedTrial> planned =
                PlanText.trials(folder, "seed: 7", "seed: 7").subList(0, 4);
        List<String> ids = planned.stream().map(PlannedTrial::id).toList();
        outcomes.put(ids.get(1), new ArrayDeque<>(List.of(TrialStatus.DISTURBED, TrialStatus.OK)));
        outcomes.put(ids.get(2), new ArrayDeque<>(List.of(TrialStatus.FAILED)));
        assertThat(run(new PlannedTrials(planned), 3)).containsExactly(ids.get(0), ids.get(1), ids.get(2), ids.get(1));
        outcomes.clear();
        assertThat(run(new PlannedTrials(planned), 10)).containsExactly(ids.get(3), ids.get(2));
        assertThat(run(new PlannedTrials(planned), 10)).isEmpty();
        assertThat(recorded.events())
                .anyMatch(line -> line.startsWith("4 trials planned, 2 measured, 2 to run now: about 80 s, 40 s each"));
    }

    /** A source may learn from each trial before it gives the next. */
    @Test
    void asksTheSourceAgainUntilItGivesNoMore() throws Exception {
        List<PlannedTrial> planned =
                PlanText.trials(folder, "seed: 7", "seed: 7").subList(0, 3);
        TrialSource oneByOne = new TrialSource() {
            @Override
            public Account account(List<Trial> lines) {
                return new Account(3, lines.size(), 3 - lines.size());
            }

            @Override
            public List<NextTrial> next(List<Trial> lines) {
                return lines.size() == 3
                        ? List.of()
                        : List.of(new NextTrial(planned.get(lines.size()), "number " + lines.size()));
            }
        };
        assertThat(run(oneByOne, 2))
                .containsExactly(planned.get(0).id(), planned.get(1).id());
        assertThat(run(oneByOne, 10)).containsExactly(planned.get(2).id());
        assertThat(recorded.events()).contains("next: number 0", "next: number 1", "next: number 2");
    }

    @Test
    void stopsWhenTheSameCauseCameThreeTimesInARow() throws Exception {
        List<PlannedTrial> planned =
                PlanText.trials(folder, "seed: 7", "seed: 7").subList(0, 4);
        planned.forEach(trial -> outcomes.put(trial.id(), new ArrayDeque<>(List.of(TrialStatus.FAILED))));
        assertThatThrownBy(() -> run(new PlannedTrials(planned), 10))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("stopped: 3 trials in a row ended with: broken");
        assertThat(measured).hasSize(3);
    }

    /** Three configurations with which no node starts must not end each later session at once. */
    @Test
    void failuresOfAnEarlierSessionDoNotStopALaterOne() throws Exception {
        List<PlannedTrial> planned =
                PlanText.trials(folder, "seed: 7", "seed: 7").subList(0, 5);
        List<String> ids = planned.stream().map(PlannedTrial::id).toList();
        for (String id : ids.subList(0, 3)) {
            outcomes.put(id, new ArrayDeque<>(List.of(TrialStatus.FAILED, TrialStatus.FAILED)));
        }
        assertThatThrownBy(() -> run(new PlannedTrials(planned), 10)).hasMessageStartingWith("stopped: 3 trials");
        assertThat(run(new PlannedTrials(planned), 10))
                .containsExactly(ids.get(3), ids.get(4), ids.get(0), ids.get(1), ids.get(2));
    }

    @Test
    void theSourceIsAskedForTrialsOfAllMachines() throws Exception {
        PlannedTrials planned =
                new PlannedTrials(PlanText.trials(folder, "seed: 7", "seed: 7").subList(0, 2));
        List<Integer> asked = new ArrayList<>();
        machines = 3;
        run(
                new TrialSource() {
                    @Override
                    public Account account(List<Trial> lines) {
                        return planned.account(lines);
                    }

                    @Override
                    public List<NextTrial> next(List<Trial> lines) {
                        return planned.next(lines);
                    }

                    @Override
                    public List<NextTrial> next(List<Trial> lines, int count) {
                        asked.add(count);
                        return next(lines);
                    }
                },
                10);
        assertThat(asked).isNotEmpty().containsOnly(3);
        assertThat(measured).hasSize(2);
    }

    @Test
    void discardsATrialWithOtherConditions() throws Exception {
        List<PlannedTrial> planned =
                PlanText.trials(folder, "seed: 7", "seed: 7").subList(0, 3);
        run(new PlannedTrials(planned.subList(0, 1)), 10);
        change = line -> Lines.unlimited("not permitted", line);
        assertThatThrownBy(() -> run(new PlannedTrials(planned), 10))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "stopped: this trial ran on 2 cores, a heap of 512 MiB, memory without limit, release 5.0,"
                                + " others here on 2 cores, a heap of 512 MiB, memory 1024 MiB, release 5.0.");
        change = line -> line;
        assertThat(run(new PlannedTrials(planned), 10)).hasSize(2);
    }

    /** Without its read-ahead a node reads far more from the disk, so its throughput is another one. */
    @Test
    void discardsATrialWithOtherLimits() throws Exception {
        List<PlannedTrial> planned =
                PlanText.trials(folder, "seed: 7", "seed: 7").subList(0, 3);
        run(new PlannedTrials(planned.subList(0, 1)), 10);
        change = line -> Lines.withReadAhead(128, line);
        assertThatThrownBy(() -> run(new PlannedTrials(planned), 10))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("stopped: this trial ran with memory 1024 MiB, reads unlimited, read-ahead 128"
                        + " KiB, compiler first, others here with memory 1024 MiB, reads unlimited, compiler first.");
        change = line -> line;
        assertThat(run(new PlannedTrials(planned), 10)).hasSize(2);
    }

    @Test
    void aFolderBelongsToOnePlanAndOneCollector() throws Exception {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), PlanText.TEXT);
        Path other = Files.writeString(folder.resolve("other.yaml"), PlanText.TEXT.replace("seed: 7", "seed: 8"));
        Path out = folder.resolve("out");
        try (CampaignFolder held = CampaignFolder.open(out, plan)) {
            held.append(Lines.measured("a"));
            assertThatThrownBy(() -> CampaignFolder.open(out, plan))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("expected no other run");
        }
        assertThatThrownBy(() -> CampaignFolder.open(out, other))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(out.resolve("plan.yaml") + ": expected the same plan as " + other);
        try (CampaignFolder again = CampaignFolder.open(out, plan)) {
            assertThat(again.trials()).containsExactly(Lines.measured("a"));
        }
    }

    /** Runs one session on a test bed that ends each trial as in {@link #outcomes}, and returns the measured ids. */
    private List<String> run(TrialSource source, int most) throws IOException, InterruptedException {
        measured.clear();
        Path plan = Files.writeString(folder.resolve("plan.yaml"), PlanText.TEXT);
        TestBed stand = new SerialTestBed() {
            @Override
            public int machines() {
                return machines;
            }

            @Override
            public int unprepared(List<PlannedTrial> trials) {
                return 0;
            }

            @Override
            public void prepare(List<PlannedTrial> trials) {
                assertThat(trials).isNotEmpty();
            }

            @Override
            public Trial measure(PlannedTrial trial, OptionalDouble floor) {
                measured.add(trial.id());
                Deque<TrialStatus> next = outcomes.get(trial.id());
                TrialStatus status = next == null ? TrialStatus.OK : next.remove();
                return change.apply(
                        status == TrialStatus.OK
                                ? Lines.measured(trial.id())
                                : Lines.ended(trial.id(), status, "broken"));
            }

            @Override
            public void close() {}
        };
        ProcessLedger ledger = new ProcessLedger(folder.resolve("started"));
        try (CampaignFolder held = CampaignFolder.open(folder.resolve("out"), plan);
                ShutdownHandler stop = new ShutdownHandler(ledger, how -> {})) {
            new CampaignRunner(held, stand, new CampaignProgress(recorded.reporter(), Map.of()), stop)
                    .run(source, most, 10);
        }
        return List.copyOf(measured);
    }

    private static List<PlannedTrial> trials(List<NextTrial> chosen) {
        return chosen.stream().map(NextTrial::trial).toList();
    }
}
