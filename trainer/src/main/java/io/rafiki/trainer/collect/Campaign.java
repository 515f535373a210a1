package io.rafiki.trainer.collect;

import io.rafiki.trainer.datastore.Stop;
import io.rafiki.trainer.plan.ChosenTrial;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Status;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The trials of a source, run one after the other, each leaving a line in {@code trials.jsonl}.
 *
 * <p>A failed trial is a line of its own and the campaign goes on; it stops when the same cause came three times in a row, in trials that
 * failed in no earlier sitting. A disturbed trial is run once more when the others that were known with it have ended.
 */
final class Campaign {

    private static final int SAME_CAUSES = 3;

    private final CampaignFolder folder;
    private final TestStand stand;
    private final CampaignProgress progress;
    private final Stop stop;
    private String lastCause;
    private int sameCauses;
    private Set<String> failedBefore = Set.of();

    Campaign(CampaignFolder folder, TestStand stand, CampaignProgress progress, Stop stop) {
        this.folder = folder;
        this.stand = stand;
        this.progress = progress;
        this.stop = stop;
    }

    /**
     * Runs what the source gives until it gives no more.
     *
     * @param most trials in this sitting
     * @param seconds estimate for one trial while none is measured
     * @throws IOException with one line, if it must stop before the end
     */
    void run(TrialSource source, int most, double seconds) throws IOException, InterruptedException {
        List<Trial> lines = new ArrayList<>(folder.trials());
        failedBefore = lines.stream().filter(Trial::hasFailed).map(Trial::id).collect(Collectors.toUnmodifiableSet());
        TrialSource.Account account = source.account(lines);
        int share = Math.min(account.left(), most);
        Set<String> tried = new HashSet<>();
        List<ChosenTrial> next = next(source, lines, tried, share);
        progress.noise(lines);
        progress.begin(account, share, secondsPerTrial(lines, seconds), stand.unprepared(trials(next)));
        while (!next.isEmpty()) {
            stand.prepare(trials(next));
            progress.trials();
            runAll(next, lines);
            next.forEach(chosen -> tried.add(chosen.trial().id()));
            next = next(source, lines, tried, share - tried.size());
        }
    }

    /** What was not tried in this sitting: a trial that failed may be given again, but is left to the next one. */
    private static List<ChosenTrial> next(TrialSource source, List<Trial> lines, Set<String> tried, int most)
            throws IOException, InterruptedException {
        if (most <= 0) {
            return List.of();
        }
        return source.next(lines).stream()
                .filter(chosen -> !tried.contains(chosen.trial().id()))
                .limit(most)
                .toList();
    }

    private void runAll(List<ChosenTrial> next, List<Trial> lines) throws IOException, InterruptedException {
        List<PlannedTrial> again = new ArrayList<>();
        for (ChosenTrial chosen : next) {
            if (!chosen.trial().isDefault()) {
                progress.noise(lines);
            }
            progress.next(chosen);
            Trial trial = runOne(chosen.trial(), lines);
            progress.machine(lines, trial);
            lines.add(trial);
            if (trial.status() == Status.DISTURBED) {
                again.add(chosen.trial());
            }
        }
        progress.more(again.size());
        for (PlannedTrial trial : again) {
            lines.add(runOne(trial, lines));
        }
    }

    private Trial runOne(PlannedTrial planned, List<Trial> lines) throws IOException, InterruptedException {
        Trial trial = stand.measure(planned);
        requireSameSize(lines, trial);
        if (trial.hasFailed() && stop.requested()) {
            stop.undisturbed(() -> folder.append(trial.aborted()));
            throw new InterruptedException();
        }
        stop.undisturbed(() -> folder.append(trial));
        progress.ended(trial);
        if (!trial.hasFailed()) {
            sameCauses = 0;
        } else if (!failedBefore.contains(trial.id())) {
            sameCauses = Objects.equals(trial.cause(), lastCause) ? sameCauses + 1 : 1;
            lastCause = trial.cause();
        }
        if (sameCauses >= SAME_CAUSES) {
            throw new IOException("stopped: " + SAME_CAUSES + " trials in a row ended with: " + lastCause + " See "
                    + folder.root().resolve(trial.log()) + ".");
        }
        return trial;
    }

    /** A trial that cannot be learnt with those before it would spoil the folder, and all that are measured after it are in vain. */
    private static void requireSameSize(List<Trial> lines, Trial trial) throws IOException {
        Environment now = trial.environment();
        Optional<Environment> other = lines.stream()
                .filter(Trial::isOk)
                .map(Trial::environment)
                .filter(Objects::nonNull)
                .filter(then -> now != null && !then.sameSize(now))
                .findFirst();
        if (other.isPresent()) {
            throw new IOException("stopped: this trial ran on " + now.size() + ", others here on "
                    + other.get().size() + ". No model can be trained on both, so it is not kept."
                    + " Continue where the others ran, or give another --out.");
        }
    }

    /** What a good trial took so far, with those that were disturbed or failed before. */
    private static double secondsPerTrial(List<Trial> lines, double otherwise) {
        long good = lines.stream().filter(Trial::isOk).count();
        return good == 0
                ? otherwise
                : lines.stream()
                                .mapToDouble(trial -> trial.timing().totalSeconds())
                                .sum()
                        / good;
    }

    private static List<PlannedTrial> trials(List<ChosenTrial> chosen) {
        return chosen.stream().map(ChosenTrial::trial).toList();
    }
}
