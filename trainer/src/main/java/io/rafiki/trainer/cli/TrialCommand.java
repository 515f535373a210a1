package io.rafiki.trainer.cli;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.SustainedProtocol;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.trial.TrialSummary;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rafiki trial}: runs one trial, for tuners and scripts. */
@Command(
        name = "trial",
        mixinStandardHelpOptions = true,
        description = {
            "Measures one configuration under one workload on a real node.",
            "Prints one line of JSON; progress is on the error output. Exit code 0: measured, 1: failed, 2: wrong input."
        })
final class TrialCommand implements Callable<Integer> {

    /** The exit code of a shell for a command that SIGTERM ended. */
    private static final int TERMINATED = 143;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--workload",
            required = true,
            paramLabel = "FILE|RATIO|KEY=VALUE",
            description = "A property file of YCSB, the read ratio, 0 to 1, or features as KEY=VALUE pairs of a plan.")
    private String workload;

    @Option(
            names = "--config",
            split = ",",
            paramLabel = "KNOB=VALUE|FILE",
            description = "Values of knobs, or a YAML file of them. Other knobs have their default.")
    private List<String> config = List.of();

    @Option(
            names = "--seed",
            defaultValue = "0",
            paramLabel = "N",
            description = "Seed of the operations, 0 to 2147483647. Default: ${DEFAULT-VALUE}.")
    private int seed;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description = "Number of the trial among those of its workload and configuration. Default: the seed.")
    private Optional<Integer> repeat = Optional.empty();

    @Option(
            names = "--floor",
            paramLabel = "RATE",
            description =
                    "A sustained trial of one state that cannot reach this throughput ends early; others ignore it. "
                            + "Default: none.")
    private Optional<Double> floor = Optional.empty();

    @Option(
            names = "--until-input-ends",
            description = "Stops the trial at the end of the standard input, which is the death of its caller.")
    private boolean untilInputEnds;

    @Option(
            names = "--plan",
            paramLabel = "FILE|NAME",
            description = "The plan with the conditions and the knobs. Default: sustained; on Redis: redis.")
    private String plan;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description = "Fixed length of the measured part, for a reference. Default: that of the plan.")
    private Optional<Double> minutes = Optional.empty();

    @Option(
            names = "--out",
            defaultValue = "runs/trial",
            paramLabel = "DIR",
            description = "Folder of trials.jsonl and of the logs. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Mixin
    private DataOption data;

    @Mixin
    private CatalogueOption catalogue;

    @Mixin
    private DatastoreOption where;

    @Override
    public Integer call() throws Exception {
        try {
            return runTrial();
        } catch (ConfigException wrongFile) {
            throw refused(wrongFile.getMessage());
        }
    }

    private int runTrial() throws Exception {
        Datastore datastore = where.datastore();
        if (plan == null) {
            plan = datastore.plan();
        }
        if (seed < 0) {
            throw refused("--seed: expected 0 to 2147483647, found " + seed + ". Correct it.");
        }
        if (repeat.orElse(0) < 0) {
            throw refused("--repeat: expected 0 to 2147483647, found " + repeat.get() + ". Correct it.");
        }
        if (untilInputEnds) {
            stopAtEndOfInput();
        }
        CampaignPlan read = CampaignPlan.read(InstallPaths.plan(plan));
        WorkloadArgument operations = WorkloadArgument.parse(spec, workload, read.conditions(), plan);
        Map<String, String> values = values();
        TrialConditions conditions = conditions(read.conditions());
        CampaignPlan changed = read.with(operations.file().map(conditions::with).orElse(conditions), seed);
        Trial trial;
        PrintWriter err = spec.commandLine().getErr();
        try (ProgressReporter progress = ProgressReporter.start(err, err, false)) {
            trial = catalogue
                    .singleTrials(datastore, data.folder(out), progress, CommandLineText.command(spec))
                    .measure(changed, space -> planned(space, operations.workload(), values), out);
        } catch (InterruptedException e) {
            return InstallPaths.INTERRUPTED;
        }
        spec.commandLine().getOut().println(TrialSummary.of(trial).line());
        spec.commandLine().getOut().flush();
        return trial.isOk() ? 0 : 1;
    }

    private NextTrial planned(KnobSpace space, Workload features, Map<String, String> values) {
        for (String knob : values.keySet()) {
            if (space.knobs().stream().noneMatch(each -> each.name().equals(knob))) {
                throw refused("--config: expected a knob of the plan, one of " + space.names() + ", found " + knob
                        + ". Correct it, or add it to the plan.");
            }
        }
        Configuration configuration;
        try {
            configuration = space.configuration(values);
        } catch (IllegalArgumentException refused) {
            throw refused("--config: " + refused.getMessage() + ". Correct it.");
        }
        Optional<Constraint> broken = space.broken(configuration.codes());
        if (broken.isPresent()) {
            throw refused("--config: expected a configuration that satisfies the constraint "
                    + broken.get().shown() + ", found " + configuration.differencesFromDefaults()
                    + ". Change a value.");
        }
        PlannedTrial trial = new PlannedTrial(features, configuration, repeat.orElse(seed));
        return new NextTrial(trial, "", floor.isPresent() ? OptionalDouble.of(floor.get()) : OptionalDouble.empty());
    }

    /** Exits as after SIGTERM, which ends the node too. */
    private static void stopAtEndOfInput() {
        Thread reader = new Thread(
                () -> {
                    try {
                        System.in.transferTo(OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        // as the end
                    }
                    Runtime.getRuntime().exit(TERMINATED);
                },
                "rafiki-input");
        reader.setDaemon(true);
        reader.start();
    }

    private TrialConditions conditions(TrialConditions planned) {
        if (minutes.isEmpty()) {
            return planned;
        }
        SustainedProtocol protocol = planned.sustained()
                .orElseThrow(() -> refused("--minutes: expected a plan with protocol: sustained, found " + plan
                        + ", which is short. Leave it out, or use another plan."));
        Duration length = Duration.ofSeconds(Math.round(minutes.get() * 60));
        if (length.compareTo(SustainedProtocol.SHORTEST) < 0) {
            throw refused("--minutes: expected at least 0.5, found " + minutes.get() + ". Correct it.");
        }
        return planned.with(protocol.measuring(length));
    }

    /** Knob to value, from pairs and files. */
    private Map<String, String> values() throws ConfigException {
        Map<String, String> values = new LinkedHashMap<>();
        for (String each : config) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                values.put(
                        each.substring(0, equals).strip(),
                        each.substring(equals + 1).strip());
                continue;
            }
            if (!Files.isRegularFile(Path.of(each))) {
                throw refused("--config: expected KNOB=VALUE or a file, found " + each + ". Correct it.");
            }
            YamlSection file = YamlSection.read(Path.of(each));
            for (String knob : file.keys()) {
                values.put(knob, file.text(knob));
            }
        }
        return values;
    }

    private ParameterException refused(String line) {
        return new ParameterException(spec.commandLine(), line);
    }
}
