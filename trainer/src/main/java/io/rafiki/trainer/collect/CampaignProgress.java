package io.rafiki.trainer.collect;

import io.rafiki.knob.NamedValues;
import io.rafiki.trainer.datastore.Limit;
import io.rafiki.trainer.plan.ChosenTrial;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.Status;
import io.rafiki.trainer.trial.Trial;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Says one line per trial: which, what it measured, and how long the rest will take; on a terminal a bar goes below them. */
final class CampaignProgress implements AutoCloseable {

    /** Back to the line's start and erase it, so that a line takes the bar's place. */
    private static final String OVER_BAR = "\r\u001b[2K";

    private static final int BAR_WIDTH = 79;

    private final Consumer<String> say;
    private final Map<String, Object> defaults;
    private final boolean terminal;
    private Optional<ProgressBar> bar = Optional.empty();
    private int all;
    private int done;
    private int left;
    private double seconds;
    private int run;
    private int disturbed;
    private boolean noiseIsSaid;

    /**
     * @param defaults the default configuration: only what differs from it is shown
     * @param terminal whether a bar can be drawn
     */
    CampaignProgress(Consumer<String> say, Map<String, Object> defaults, boolean terminal) {
        this.say = say;
        this.defaults = defaults;
        this.terminal = terminal;
    }

    /**
     * @param account how far the campaign is
     * @param todo how many are run now
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
        say.accept(all + " trials planned, " + done + " measured, "
                + (todo == 0
                        ? "none to run"
                        : String.format(
                                Locale.ROOT,
                                "%d to run now: about %s, %.0f s each%s",
                                todo,
                                rounded(todo * secondsEach),
                                secondsEach,
                                prepare)));
    }

    /** Data sets are ready; trials begin, or go on. */
    void trials() {
        if (terminal && left > 0 && bar.isEmpty()) {
            bar = Optional.of(new ProgressBarBuilder()
                    .setTaskName("trials")
                    .setInitialMax(all)
                    .startsFrom(done, Duration.ZERO)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(1000)
                    .hideEta()
                    .setConsumer(new DelegatingProgressBarConsumer(drawn -> System.err.print("\r" + drawn), BAR_WIDTH))
                    .build());
        }
    }

    /** Says how noisy the machine of the last trial is, once, as soon as that is known. */
    void noise(List<Trial> lines) {
        if (!noiseIsSaid) {
            Optional<String> noise = Repeatability.of(lines, defaults);
            noise.ifPresent(this::line);
            noiseIsSaid = noise.isPresent();
        }
    }

    /** Says what a trial ran on, where that is not what the plan asks for or not what the last trial before it had. */
    void machine(List<Trial> before, Trial trial) {
        Environment now = trial.environment();
        if (now == null) {
            return;
        }
        Optional<Environment> last =
                before.stream().map(Trial::environment).filter(Objects::nonNull).reduce((earlier, later) -> later);
        if (last.isPresent() && !last.get().sameMachine(now)) {
            noiseIsSaid = false;
            line("another machine than for the trials before: " + now.machine() + ", in place of "
                    + last.get().machine()
                    + ". Training sets them right by their trials of the default; one machine is better.");
        }
        last.filter(then -> !then.sameLimits(now))
                .ifPresent(then -> line(
                        "other limits than for the trials before: " + now.limits() + ", in place of " + then.limits()
                                + ". Such trials do not compare: continue where the same limits are permitted."));
        if (last.isEmpty() || !last.get().sameLimits(now)) {
            refused("memory", now.memoryLimit());
            refused("reads", now.readLimit());
        }
    }

    private void refused(String what, String kind) {
        if (kind != null && kind.startsWith(Limit.REFUSED)) {
            line("the node's " + what + " could not be limited as the plan asks: "
                    + kind.substring(Limit.REFUSED.length()));
        }
    }

    /** Says why the next trial was chosen, where that is known. */
    void next(ChosenTrial chosen) {
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

    void ended(Trial trial) {
        run++;
        left--;
        disturbed += trial.status() == Status.DISTURBED ? 1 : 0;
        done += trial.isOk() ? 1 : 0;
        seconds += trial.timing().totalSeconds();
        String rest = left == 0 ? "" : ", " + rounded(expected()) + " left";
        line(String.format(
                Locale.ROOT,
                "%d/%d  reads %3.0f %%  %s  %s  %.0f s%s",
                done,
                all,
                100 * trial.workload().readRatio(),
                result(trial),
                NamedValues.text(NamedValues.beyond(defaults, trial.proposed())),
                trial.timing().totalSeconds(),
                rest));
        bar.ifPresent(drawn -> drawn.stepTo(done).setExtraMessage(rest.replace(",", "")));
    }

    @Override
    public void close() {
        bar.ifPresent(drawn -> {
            drawn.close();
            System.err.println();
        });
    }

    /** Seconds that the rest takes, if as many trials are disturbed and run again as so far. */
    private double expected() {
        return left * seconds / run * (1 + (double) disturbed / run);
    }

    private void line(String text) {
        say.accept(bar.isPresent() ? OVER_BAR + text : text);
    }

    private static String rounded(double seconds) {
        long minutes = Math.round(seconds / 60);
        return seconds < 100
                ? Math.max(1, Math.round(seconds)) + " s"
                : minutes < 100 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
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
                100 * (trial.throughput().high() - mean) / Math.max(1, mean));
        return trial.isOk()
                ? text
                : text + " (" + trial.status().name().toLowerCase(Locale.ROOT) + ": " + trial.cause() + ")";
    }
}
