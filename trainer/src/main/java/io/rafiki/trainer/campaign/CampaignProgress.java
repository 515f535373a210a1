package io.rafiki.trainer.campaign;

import io.rafiki.knob.NamedValues;
import io.rafiki.trainer.format.DebtText;
import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.format.WorkloadText;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.trial.DebtSample;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.OpenLoop;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialPhase;
import io.rafiki.trainer.trial.TrialStatus;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Shows a campaign: one line per trial with its result and the remaining time, and what the current trial does. */
final class CampaignProgress implements TrialPhase.Listener {

    private final ProgressReporter progress;
    private final Map<String, Object> defaults;
    private String trial = "";
    private int all;
    private int done;
    private int left;
    private double seconds;
    private int atOnce = 1;
    private int run;
    private int disturbed;
    private boolean noiseIsSaid;

    /** @param defaults the baseline; a trial shows only its differences from it */
    CampaignProgress(ProgressReporter progress, Map<String, Object> defaults) {
        this.progress = progress;
        this.defaults = defaults;
    }

    /** The number of trials that run at the same time, for the remaining time; 1 unless this is called. */
    void atOnce(int trials) {
        atOnce = Math.max(1, trials);
    }

    /**
     * Shows the plan of this session.
     *
     * @param account progress of the campaign
     * @param todo number of trials in this session
     * @param secondsEach estimate for one trial
     * @param unprepared data sets that must be made first
     */
    void begin(TrialSource.Account account, int todo, double secondsEach, int unprepared) {
        all = account.planned();
        done = account.measured();
        left = todo;
        String prepare = unprepared == 0
                ? ""
                : "; before that " + unprepared + (unprepared == 1 ? " data set is" : " data sets are") + " prepared";
        Duration expected = duration(todo * secondsEach / atOnce);
        progress.line(all + (all == 1 ? " trial planned, " : " trials planned, ") + done + " measured, "
                + (todo == 0
                        ? "none to run"
                        : String.format(
                                Locale.ROOT,
                                "%d to run now: about %s, %.0f s each%s",
                                todo,
                                ProgressReporter.text(expected),
                                secondsEach,
                                prepare)));
        if (todo > 0) {
            progress.begin("Collecting", all, done, "trials");
            progress.done(done, expected);
        }
    }

    /** Data sets are made before the next trials. */
    void preparing() {
        progress.phase("preparing data");
    }

    void begins(PlannedTrial planned) {
        trial = String.format(
                Locale.ROOT,
                "trial with %s, %s",
                WorkloadText.reads(planned.workload()),
                NamedValues.text(NamedValues.differingFrom(
                        defaults, planned.configuration().toMap())));
    }

    @Override
    public void phase(TrialPhase phase) {
        progress.phase(trial + ": "
                + switch (phase) {
                    case START -> "starting the node";
                    case AGEING -> "ageing the data";
                    case WARM_UP -> "warming up";
                    case MEASUREMENT -> "measuring";
                    case OPEN_LOOP -> "measuring latency";
                    case STOP -> "stopping the node";
                });
    }

    /** Prints the noise of the last trial's machine once, as soon as it is known. */
    void noise(List<Trial> lines) {
        if (!noiseIsSaid) {
            Optional<String> noise = BaselineNoise.of(lines, defaults);
            noise.ifPresent(this::line);
            noiseIsSaid = noise.isPresent();
        }
    }

    /** Prints the conditions of a trial that differ from the plan or from the previous trial. */
    void machine(List<Trial> before, Trial trial) {
        Environment now = trial.environment();
        if (now == null) {
            return;
        }
        Optional<Environment> last =
                before.stream().map(Trial::environment).filter(Objects::nonNull).reduce((earlier, later) -> later);
        if (last.isPresent() && !last.get().sameMachine(now)) {
            noiseIsSaid = false;
            line("another machine than for the previous trials: " + now.machine() + ", in place of "
                    + last.get().machine()
                    + ". Training corrects for the difference using baseline trials. Prefer one machine.");
        }
        if (last.isEmpty() || !last.get().sameLimits(now)) {
            now.refusedLimits().forEach(this::line);
        }
    }

    /** Prints why the next trial was chosen, if the source states it. */
    void next(NextTrial chosen) {
        if (!chosen.why().isEmpty()) {
            line("next: " + chosen.why());
        }
    }

    void more(int trials) {
        left += trials;
        if (trials > 0) {
            line(trials + " disturbed trials are run again");
        }
    }

    void ended(Trial ended) {
        run++;
        left--;
        disturbed += ended.status() == TrialStatus.DISTURBED ? 1 : 0;
        done += ended.isOk() ? 1 : 0;
        seconds += ended.timing().totalSeconds();
        line(String.format(
                Locale.ROOT,
                "%d/%d  reads %3.0f %%%s  %s  %s  %.0f s%s",
                done,
                all,
                100 * ended.workload().features().readRatio(),
                WorkloadText.others(ended.workload().features()),
                result(ended),
                NamedValues.text(NamedValues.differingFrom(defaults, ended.proposed())),
                ended.timing().totalSeconds(),
                left == 0 ? "" : ", about " + ProgressReporter.text(expected()) + " remaining"));
        progress.phase("");
        progress.done(done, expected());
    }

    /** The remaining duration, if the share of repeated trials stays the same. */
    private Duration expected() {
        return duration(left * seconds / run * (1 + (double) disturbed / run) / atOnce);
    }

    private void line(String text) {
        progress.line(text);
    }

    private static Duration duration(double seconds) {
        return Duration.ofMillis((long) (1000 * seconds));
    }

    private static String latency(OpenLoop load) {
        return ", p99 at " + HumanUnits.throughput(load.target()) + " "
                + (load.hasCarriedTarget()
                        ? HumanUnits.latency((double) load.p99()) + pauses(load)
                        : "unknown: the node did not carry the rate");
    }

    private static String pauses(OpenLoop load) {
        return load.showsPauses() ? " (pauses of the client " + HumanUnits.latency((double) load.pauseP99()) + ")" : "";
    }

    private static String result(Trial trial) {
        if (trial.throughput() == null) {
            return trial.status().name().toLowerCase(Locale.ROOT) + ": " + trial.cause();
        }
        double mean = trial.throughput().mean();
        String text = String.format(
                        Locale.ROOT,
                        "%6.0f ops/s +-%.1f %%",
                        mean,
                        100 * (trial.throughput().high() - mean) / Math.max(1, mean))
                + trial.debtAtEnd()
                        .filter(DebtSample::hasCompactions)
                        .map(debt -> ", " + DebtText.text(debt.sstables(), debt.pendingTasks()))
                        .orElse("")
                + trial.atPlannedRate().map(CampaignProgress::latency).orElse("");
        return trial.isOk()
                ? text
                : text + " (" + trial.status().name().toLowerCase(Locale.ROOT) + ": " + trial.cause() + ")";
    }
}
