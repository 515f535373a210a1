package io.rafiki.trainer.cli;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.active.ActiveTrials;
import io.rafiki.trainer.collect.Collector;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.PlannedTrials;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.train.Recipe;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
            "Measures the trials of a plan on real Cassandra nodes.",
            "Every trial leaves one line in DIR/trials.jsonl. The same command again continues where it stopped."
        })
final class CollectCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--plan",
            required = true,
            paramLabel = "FILE|NAME",
            description =
                    "Which trials, on what data: a file, or the name of a plan that comes with this installation (small, active, shipped).")
    private String plan;

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "The campaign's folder.")
    private Path out;

    @Mixin
    private Prepared data;

    @Mixin
    private Catalogue catalogue;

    @Mixin
    private Where where;

    @Option(
            names = "--most",
            paramLabel = "N",
            defaultValue = "2147483647",
            description = "Trials in this sitting; default: all that are left.")
    private int most;

    @Option(
            names = "--budget",
            paramLabel = "N",
            description = "Trials in all of an active plan, in place of its own budget.")
    private Optional<Integer> budget = Optional.empty();

    @Override
    public Integer call() throws Exception {
        Path home = Installation.home();
        Collector collector = new Collector(
                home,
                catalogue.file(),
                where.datastore(),
                this::source,
                data.folder(out),
                this::say,
                Installation.isTerminal(),
                Again.command(spec));
        List<Trial> trials;
        try {
            trials = collector.collect(Installation.plan(plan), out, most);
        } catch (InterruptedException toldToStop) {
            return Installation.INTERRUPTED;
        }
        long good = trials.stream().filter(Trial::isOk).count();
        say("collect: ok=" + good + " lines=" + trials.size() + " trials=" + out.resolve(Trials.FILE));
        return 0;
    }

    private TrialSource source(CampaignPlan read, KnobSpace space) throws ConfigException {
        if (read.screening().isPresent()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--plan: expected a campaign's plan, found a screening's in " + plan + ". Use rafiki screen.");
        }
        if (read.active().isEmpty()) {
            if (budget.isPresent()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--budget: expected an active plan, found " + plan + ", which fixes all trials. Leave it out.");
            }
            return new PlannedTrials(read.trials(space));
        }
        CampaignPlan.Active active = read.active().get();
        try {
            return ActiveTrials.of(
                    read,
                    space,
                    budget.orElse(active.budget()),
                    Recipe.DEFAULT.with(
                            Recipe.DEFAULT.networks(), Runtime.getRuntime().availableProcessors(), read.seed()));
        } catch (IllegalArgumentException refused) {
            if (budget.isPresent()) {
                throw new ParameterException(spec.commandLine(), "--budget: " + refused.getMessage(), refused);
            }
            throw active.section().refused("budget", refused.getMessage());
        }
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}
