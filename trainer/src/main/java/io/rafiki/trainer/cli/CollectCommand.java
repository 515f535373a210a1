package io.rafiki.trainer.cli;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.campaign.ActiveTrials;
import io.rafiki.trainer.campaign.Collector;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.PlannedTrials;
import io.rafiki.trainer.plan.RacedTrials;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.spark.SparkMaster;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.Trials;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rafiki collect}: runs the trials of a plan. */
@Command(
        name = "collect",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the trials of a plan on real nodes.",
            "Each trial appends one line to DIR/trials.jsonl. The same command continues an interrupted campaign."
        })
final class CollectCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    private Measured measured;

    /** Either a plan, or the verification of a campaign. */
    private static final class Measured {
        @Option(
                names = "--plan",
                paramLabel = "FILE|NAME",
                description =
                        "The plan: a file, or the name of a plan of this installation (small, active, shipped, sustained,"
                                + " shipped-sustained, redis).")
        private String plan;

        @Option(
                names = "--verify",
                paramLabel = "DIR",
                description = "The campaign in DIR: compare its model's choice with the baseline, the paper's recipe,"
                        + " plain strategies, cassandra_latest.yaml and the best of other configurations. A p99 omits"
                        + " the recipe, Redis cassandra_latest.yaml. The first call writes plan.yaml to the folder of --out;"
                        + " with --max-trials 0 it does nothing else.")
        private Path verify;
    }

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "The campaign's folder.")
    private Path out;

    @Mixin
    private VerificationOptions verification;

    @Mixin
    private DataOption data;

    @Mixin
    private CatalogueOption catalogue;

    @Mixin
    private DatastoreOption where;

    @Mixin
    private EngineOption engine;

    @Mixin
    private ObjectiveOption objective;

    @Option(
            names = "--max-trials",
            paramLabel = "N",
            defaultValue = "2147483647",
            description = "Maximum number of trials in this session. Default: all remaining trials.")
    private int maxTrials;

    @Option(
            names = "--budget",
            paramLabel = "N",
            description = "Total trials of an active plan. Default: the plan's own budget.")
    private Optional<Integer> budget = Optional.empty();

    @Override
    public Integer call() throws Exception {
        OptionRange.requireAtLeast(spec, "--max-trials", 0, maxTrials);
        budget.ifPresent(all -> OptionRange.require(spec, "--budget", 1, 100_000, all));
        Datastore datastore = where.datastore();
        if (measured.verify == null) {
            verification.refuse();
        }
        Optional<SparkMaster> spark = engine.spark(datastore);
        Path plan = measured.plan == null
                ? verification.plan(measured.verify, out, datastore, objective.metric(), catalogue.file(datastore))
                : InstallPaths.plan(measured.plan);
        if (measured.plan == null && maxTrials == 0) {
            return 0;
        }
        List<Trial> trials;
        try (ProgressReporter progress = InstallPaths.progress(spec)) {
            trials = new Collector(
                            InstallPaths.home(),
                            catalogue.file(datastore),
                            datastore,
                            spark,
                            this::source,
                            data.folder(out),
                            progress,
                            CommandLineText.command(spec))
                    .collect(plan, out, maxTrials);
        } catch (InterruptedException toldToStop) {
            return InstallPaths.INTERRUPTED;
        }
        long good = trials.stream().filter(Trial::isOk).count();
        print("collect: ok=" + good + " lines=" + trials.size() + " trials=" + out.resolve(Trials.FILE));
        return 0;
    }

    private TrialSource source(CampaignPlan read, KnobSpace space) throws ConfigException {
        if (read.screening().isPresent()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--plan: expected a campaign's plan, found a screening's in " + measured.plan
                            + ". Use rafiki screen.");
        }
        TrialObjective best = objective.of(read);
        if (read.active().isEmpty()) {
            if (budget.isPresent()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--budget: expected an active plan, found " + measured.plan
                                + ", which fixes all trials. Leave it out.");
            }
            List<PlannedTrial> planned = read.trials(space);
            if (read.race().isPresent()) {
                requireReplicates(read);
                return new RacedTrials(planned, read.race().get(), best);
            }
            if (measured.verify == null && !objective.isThroughput()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--objective: expected an active plan or a race, found " + read.name()
                                + ", which fixes all trials. Leave it out.");
            }
            return new PlannedTrials(planned);
        }
        CampaignPlan.Active active = read.active().get();
        try {
            return ActiveTrials.of(
                    read,
                    space,
                    budget.orElse(active.budget()),
                    TrainingConfig.DEFAULT.with(Runtime.getRuntime().availableProcessors(), read.seed()),
                    best,
                    InstantSource.system());
        } catch (IllegalArgumentException refused) {
            if (budget.isPresent()) {
                throw new ParameterException(spec.commandLine(), "--budget: " + refused.getMessage(), refused);
            }
            throw active.section().refused("budget", refused.getMessage());
        }
    }

    /** A drawn trial has one replicate, so a round that it is in would never end. */
    private void requireReplicates(CampaignPlan read) {
        if (read.race().orElseThrow().halve() && read.trials() > 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--plan: expected fixed trials with race.halve, found " + read.trials() + " drawn ones in "
                            + read.name() + ", which have no repeats. Set trials to 0, or remove halve.");
        }
    }

    private void print(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}
