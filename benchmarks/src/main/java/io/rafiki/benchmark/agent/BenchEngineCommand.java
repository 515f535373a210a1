package io.rafiki.benchmark.agent;

import io.rafiki.benchmark.rivals.SurfaceKind;
import io.rafiki.benchmark.rivals.SurfaceLine;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.campaign.ActiveTrials;
import io.rafiki.trainer.campaign.DataLayouts;
import io.rafiki.trainer.cli.CatalogueOption;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.cli.OptionRange;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.PlannedTrials;
import io.rafiki.trainer.plan.Race;
import io.rafiki.trainer.plan.RacedTrials;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench engine}: simulates campaigns on the machines of a Spark cluster. */
@Command(
        name = "engine",
        mixinStandardHelpOptions = true,
        description = {
            "Simulates campaigns on many machines with the durations of recorded trials: a fixed plan, active sampling"
                    + " and a race. Starts neither nodes nor Spark.",
            "Shows trials per hour, and the share of machine time that trials and data sets take."
        })
public final class BenchEngineCommand implements Callable<Integer> {

    private static final String CAMPAIGN = "conf/campaigns/cassandra-5.0-2core";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--machines",
            split = ",",
            defaultValue = "1,10,100",
            paramLabel = "N",
            description = "Numbers of machines. Default: ${DEFAULT-VALUE}.")
    private List<Integer> machines;

    @Option(
            names = "--prepare",
            defaultValue = "60",
            paramLabel = "S",
            description = "Seconds to prepare a data set. Default: ${DEFAULT-VALUE}.")
    private double prepare;

    @Option(
            names = "--campaign",
            paramLabel = "DIR",
            description = "Campaign with trials and verification. Default: the shipped one.")
    private Path campaign;

    @Mixin
    private CatalogueOption catalogue;

    private KnobCatalogue knobs;
    private KnobSpace space;
    private Surrogate surface;
    private List<Double> durations;

    @Override
    public Integer call() throws ConfigException, IOException, InterruptedException {
        OptionRange.require(spec, "--machines", machines.stream().allMatch(each -> each >= 1), "1 or more", machines);
        OptionRange.require(spec, "--prepare", prepare >= 0, "0 or more", prepare);
        Path folder = campaign == null ? InstallPaths.home().resolve(CAMPAIGN) : campaign;
        CampaignPlan plan = CampaignPlan.read(folder.resolve(CampaignPlan.FILE));
        TrialSet recorded =
                TrialSet.read(folder.resolve(Trials.FILE), folder.resolve(CampaignPlan.FILE), catalogue.file());
        durations = recorded.durations();
        knobs = KnobCatalogue.read(catalogue.file(), TrialSet.machine(recorded.trials()));
        space = plan.space(knobs);
        surface = SurfaceKind.networks.surface(recorded.samples(), 1);
        CampaignPlan verification =
                CampaignPlan.read(folder.resolve("verification").resolve(CampaignPlan.FILE));
        TextTable table = new TextTable(
                "trials by", "machines", "trials", "hours", "trials/h", "measuring", "preparing data sets", "idle");
        for (int each : machines) {
            for (Map.Entry<String, TrialSource> source :
                    sources(plan, verification).entrySet()) {
                EngineSimulation.Result result = new EngineSimulation(
                                each, prepare, trial -> DataLayouts.of(trial.configuration(), knobs), this::line)
                        .run(source.getValue());
                double all = each * result.seconds();
                table.row(
                        source.getKey(),
                        each,
                        result.trials(),
                        number("%.2f", result.seconds() / 3600),
                        number("%.0f", result.trialsPerHour()),
                        number("%.0f %%", 100 * result.measuring() / all),
                        number("%.0f %%", 100 * result.preparing() / all),
                        number("%.0f %%", 100 * Math.max(0, 1 - (result.measuring() + result.preparing()) / all)));
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(table.text());
        out.flush();
        return 0;
    }

    private Map<String, TrialSource> sources(CampaignPlan plan, CampaignPlan verification) throws ConfigException {
        List<PlannedTrial> fixed = plan.trials(space);
        Map<String, TrialSource> sources = new LinkedHashMap<>();
        sources.put("fixed plan", new PlannedTrials(fixed));
        sources.put(
                "active",
                ActiveTrials.of(
                        CampaignPlan.read(InstallPaths.plan("active")),
                        space,
                        fixed.size(),
                        TrainingConfig.DEFAULT.with(4, 1, 1).with(List.of(14, 4), 20),
                        TrialObjective.throughput,
                        InstantSource.system()));
        sources.put("race", new RacedTrials(verification.trials(verification.space(knobs)), new Race.Rule(1, 0, true)));
        return sources;
    }

    /** A line with the rate of the surface and the duration of a recorded trial, both fixed by the trial's id. */
    private Trial line(PlannedTrial trial) {
        double rate =
                surface.predict(trial.workload(), known(trial.configuration())).mean();
        return SurfaceLine.of(
                trial, rate, durations.get(Math.floorMod(trial.id().hashCode(), durations.size())));
    }

    /** The configuration in the space of the surface; a value that the campaign did not vary counts as the default. */
    private Configuration known(Configuration configuration) {
        Map<String, Object> values = configuration.toMap();
        values.entrySet().removeIf(value -> space.knobs().stream()
                .noneMatch(knob -> knob.name().equals(value.getKey()) && has(knob, value.getValue())));
        return space.configuration(values);
    }

    /** Whether a knob has a value. The verification has further choices, such as Unified(T4). */
    private static boolean has(Knob knob, Object value) {
        return knob.singles().stream().anyMatch(code -> knob.value(code).equals(value))
                || (value instanceof Number number
                        && knob.range()
                                .filter(range -> range.nearest(number.doubleValue()) == number.doubleValue())
                                .isPresent());
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
