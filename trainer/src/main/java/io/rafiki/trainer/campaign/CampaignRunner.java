package io.rafiki.trainer.campaign;

import io.rafiki.trainer.host.ShutdownHandler;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Runs the trials of a source. Each trial appends a line to {@code trials.jsonl}.
 *
 * <p>A failed trial is a line too, and the campaign continues. It stops after three consecutive failures with the same cause, unless
 * these trials failed in an earlier session. A disturbed trial runs again after the others that were known at the same time.
 */
final class CampaignRunner {

    private final CampaignFolder folder;
    private final TestBed stand;
    private final CampaignProgress progress;
    private final ShutdownHandler stop;
    private final RepeatedFailures failures = new RepeatedFailures();
    private Set<String> failedBefore = Set.of();

    CampaignRunner(CampaignFolder folder, TestBed stand, CampaignProgress progress, ShutdownHandler stop) {
        this.folder = folder;
        this.stand = stand;
        this.progress = progress;
        this.stop = stop;
    }

    /**
     * Runs trials until the source has no more.
     *
     * @param most maximum number of trials in this session
     * @param seconds estimated length of a trial before the first one is measured
     * @throws IOException with one line, if it must stop early
     */
    void run(TrialSource source, int most, double seconds) throws IOException, InterruptedException {
        List<Trial> lines = new ArrayList<>(folder.trials());
        failedBefore = lines.stream().filter(Trial::hasFailed).map(Trial::id).collect(Collectors.toUnmodifiableSet());
        TrialSource.Account account = source.account(lines);
        int share = Math.min(account.left(), most);
        Set<String> tried = new HashSet<>();
        List<NextTrial> next = next(source, lines, tried, most);
        progress.noise(lines);
        progress.begin(account, share, secondsPerTrial(lines, seconds), stand.unprepared(trials(next)));
        while (!next.isEmpty()) {
            progress.preparing();
            stand.prepare(trials(next));
            runAll(next, lines);
            next.forEach(chosen -> tried.add(chosen.trial().id()));
            next = next(source, lines, tried, most - tried.size());
        }
    }

    /** The trials that were not attempted in this session. Failed trials of a fixed plan wait for the next session. */
    private List<NextTrial> next(TrialSource source, List<Trial> lines, Set<String> tried, int most)
            throws IOException, InterruptedException {
        if (most <= 0) {
            return List.of();
        }
        return source.next(lines, stand.machines()).stream()
                .filter(chosen -> !tried.contains(chosen.trial().id()))
                .limit(most)
                .toList();
    }

    /** Runs one trial, whatever the folder contains, and appends its line. */
    Trial runOnce(NextTrial planned, double seconds) throws IOException, InterruptedException {
        progress.begin(new TrialSource.Account(1, 0, 1), 1, seconds, stand.unprepared(List.of(planned.trial())));
        progress.preparing();
        stand.prepare(List.of(planned.trial()));
        List<Trial> lines = new ArrayList<>();
        stand.measure(List.of(planned), new Recorder(lines));
        return lines.get(0);
    }

    private void runAll(List<NextTrial> next, List<Trial> lines) throws IOException, InterruptedException {
        Recorder recorder = new Recorder(lines);
        stand.measure(next, recorder);
        progress.more(recorder.disturbed.size());
        stand.measure(recorder.disturbed, new Recorder(lines));
    }

    /** Shows each trial, and appends its line to the folder and to the lines. */
    private final class Recorder implements TestBed.Listener {

        private final List<Trial> lines;
        private final List<NextTrial> disturbed = new ArrayList<>();

        Recorder(List<Trial> lines) {
            this.lines = lines;
        }

        @Override
        public void begins(NextTrial next) {
            if (!next.trial().isDefault()) {
                progress.noise(lines);
            }
            progress.next(next);
            progress.begins(next.trial());
        }

        @Override
        public void ended(NextTrial next, Trial trial) throws IOException, InterruptedException {
            append(trial, lines);
            progress.machine(lines, trial);
            lines.add(trial);
            if (trial.status() == TrialStatus.DISTURBED) {
                disturbed.add(new NextTrial(next.trial(), "", next.floor()));
            }
        }
    }

    private void append(Trial trial, List<Trial> lines) throws IOException, InterruptedException {
        requireSameConditions(lines, trial);
        if (trial.hasFailed() && stop.requested()) {
            stop.undisturbed(() -> folder.append(trial.aborted()));
            throw new InterruptedException();
        }
        stop.undisturbed(() -> folder.append(trial));
        progress.ended(trial);
        if (!trial.hasFailed() || !failedBefore.contains(trial.id())) {
            failures.add(trial, folder.root());
        }
    }

    /** One model cannot be trained on nodes of different sizes or limits, so such a trial must not enter the folder. */
    private static void requireSameConditions(List<Trial> lines, Trial trial) throws IOException {
        Environment now = trial.environment();
        Optional<Environment> other = lines.stream()
                .filter(Trial::isOk)
                .map(Trial::environment)
                .filter(Objects::nonNull)
                .filter(then -> now != null && !then.sameSize(now))
                .findFirst();
        if (other.isPresent()) {
            throw new IOException(
                    "stopped: this trial ran on " + now.size() + ", others here on "
                            + other.get().size()
                            + ". One model cannot be trained on both, so the trial is discarded. Continue on the former machine, or use another --out.");
        }
        // a node that failed early has no compiler priority yet
        Optional<Environment> unlike = lines.stream()
                .filter(line -> line.isOk() && trial.isOk())
                .map(Trial::environment)
                .filter(then -> then != null && now != null && !then.sameLimits(now))
                .findFirst();
        if (unlike.isPresent()) {
            throw new IOException("stopped: this trial ran with " + now.limits() + ", others here with "
                    + unlike.get().limits()
                    + ". They are not comparable, so the trial is discarded. Continue on a machine that permits the"
                    + " same limits, or use another --out."
                    + now.refusedLimits().stream().map(why -> " Cause: " + why).collect(Collectors.joining()));
        }
    }

    /** Mean time per good trial so far, including disturbed and failed attempts. */
    private static double secondsPerTrial(List<Trial> lines, double otherwise) {
        long good = lines.stream().filter(Trial::isOk).count();
        return good == 0
                ? otherwise
                : lines.stream()
                                .filter(trial -> trial.timing() != null)
                                .mapToDouble(trial -> trial.timing().totalSeconds())
                                .sum()
                        / good;
    }

    private static List<PlannedTrial> trials(List<NextTrial> chosen) {
        return chosen.stream().map(NextTrial::trial).toList();
    }
}
