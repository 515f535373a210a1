package io.rafiki.trainer.plan;

import io.rafiki.trainer.trial.Trial;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Says one line per trial: which, what it measured, and how long the rest will take. */
final class CampaignProgress {

    private final Consumer<String> say;
    private final Map<String, Object> defaults;
    private int all;
    private int done;
    private int left;
    private double seconds;
    private int run;

    /** @param defaults the default configuration: only what differs from it is shown */
    CampaignProgress(Consumer<String> say, Map<String, Object> defaults) {
        this.say = say;
        this.defaults = defaults;
    }

    void begin(int planned, int todo) {
        all = planned;
        left = todo;
        done = planned - todo;
        say.accept(planned + " trials planned, " + todo + " to run now");
    }

    void more(int trials) {
        left += trials;
        done -= trials;
        if (trials > 0) {
            say.accept(trials + " disturbed trials are run again");
        }
    }

    void ended(Trial trial) {
        run++;
        done++;
        left--;
        seconds += trial.timing().totalSeconds();
        Duration rest = Duration.ofSeconds(Math.round(left * seconds / run));
        say.accept(String.format(
                Locale.ROOT,
                "%d/%d  reads %3.0f %%  %s  %s  %.0f s, %d min left",
                done,
                all,
                100 * trial.workload().readRatio(),
                result(trial),
                shown(trial.proposed()),
                trial.timing().totalSeconds(),
                rest.plusSeconds(30).toMinutes()));
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

    private String shown(Map<String, Object> proposed) {
        StringBuilder shown = new StringBuilder();
        proposed.forEach((name, value) -> {
            if (!value.equals(defaults.get(name))) {
                shown.append(shown.isEmpty() ? "" : ", ")
                        .append(name)
                        .append('=')
                        .append(value);
            }
        });
        return shown.isEmpty() ? "default" : shown.toString();
    }
}
