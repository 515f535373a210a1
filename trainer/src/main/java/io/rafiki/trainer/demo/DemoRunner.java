package io.rafiki.trainer.demo;

import io.rafiki.config.ConfigException;
import io.rafiki.trainer.plan.CampaignPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** What {@code rafiki demo} does: finds the model and its campaign's conditions, runs, reports. */
public final class DemoRunner {

    private static final Duration QUICK_PHASE = Duration.ofSeconds(32);
    private static final Duration PHASE = Duration.ofMinutes(3);
    private static final Duration QUICK_SETTLE = Duration.ofSeconds(12);
    private static final Duration SETTLE = Duration.ofSeconds(20);

    /** Loading, and starting two nodes and a client for each phase. */
    private static final Duration LOAD = Duration.ofSeconds(90);

    private static final Duration NODE_START = Duration.ofSeconds(12);
    private static final Duration CLIENT_START = Duration.ofSeconds(4);

    private DemoRunner() {}

    /** About how long it takes, loading included. */
    public static Duration expected(int phases, boolean quick) {
        Duration run = (quick ? QUICK_PHASE : PHASE)
                .plus(CLIENT_START)
                .multipliedBy(phases)
                .plus(NODE_START);
        return LOAD.plus(run.multipliedBy(2));
    }

    /**
     * Runs the demonstration and says its result; the last line is for programs.
     *
     * @param home the distribution
     * @param model the bundle; the shipped one if empty
     * @return whether at least one proposal was applied, and all that was written was read back
     * @throws IOException with one line, if a node or YCSB failed
     */
    public static boolean run(
            Path home, Optional<Path> model, List<Double> readRatios, boolean quick, Path out, Consumer<String> say)
            throws ConfigException, IOException, InterruptedException {
        Path bundle = model.map(Path::toAbsolutePath).orElse(home.resolve("conf/models/cassandra-5.0-2core/model.zip"));
        Path campaign = bundle.resolveSibling("plan.yaml");
        if (!Files.isRegularFile(bundle) || !Files.isRegularFile(campaign)) {
            throw new IOException(bundle + ": expected a model bundle with its campaign's plan.yaml beside it, found "
                    + (Files.isRegularFile(bundle) ? "no plan.yaml" : "no bundle") + ". Give --model.");
        }
        DemoPlan plan = new DemoPlan(
                bundle,
                CampaignPlan.read(campaign).conditions(),
                readRatios,
                quick ? QUICK_PHASE : PHASE,
                quick ? QUICK_SETTLE : SETTLE,
                out);
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
                report));
        return result.appliedAndReadBack();
    }
}
