package io.rafiki.trainer.scenario;

import io.rafiki.config.ConfigException;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.plan.CampaignPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** What {@code rafiki demo} does: finds the model and its campaign's conditions, runs, reports. */
public final class DemoRunner {

    private DemoRunner() {}

    /** About how long it takes, loading included. */
    public static Duration expected(int phases, boolean quick) {
        return timing(quick).total(phases);
    }

    /**
     * Runs the demonstration and says its result; the last line is for programs.
     *
     * @param home the distribution
     * @param bundle the model, with its campaign's plan where {@link CampaignPlan#of} looks
     * @param data folder of the prepared data sets
     * @return whether at least one proposal was applied, and all that was written was read back
     * @throws IOException with one line, if a node or YCSB failed
     * @throws InterruptedException if this JVM was told to end; what was started is ended by then or soon after
     */
    public static boolean run(
            Path home, Path bundle, List<Double> readRatios, boolean quick, Path out, Path data, Consumer<String> say)
            throws ConfigException, IOException, InterruptedException {
        DemoPlan plan = new DemoPlan(
                bundle, CampaignPlan.besideBundle(bundle).conditions(), readRatios, timing(quick), out, data);
        Files.createDirectories(out);
        DemoResult result = new Demo(home, plan, say).run();
        Path report = out.resolve("demo.html");
        Files.writeString(report, DemoReport.html(result));
        say.accept("");
        result.conditions().forEach((name, value) -> say.accept(name + ": " + value));
        say.accept("");
        DemoReport.text(result).lines().forEach(say);
        say.accept(String.format(
                Locale.ROOT,
                "demo: decisions=%d applied=%d readback=%s gain=%.1f%% report=%s",
                result.decisions(),
                result.applied(),
                result.readBackFailures() == 0 ? "ok" : "failed",
                result.gainPercent(),
                FileTrees.fromHere(report)));
        return result.appliedAndReadBack();
    }

    private static DemoTiming timing(boolean quick) {
        return quick ? DemoTiming.QUICK : DemoTiming.LONG;
    }
}
