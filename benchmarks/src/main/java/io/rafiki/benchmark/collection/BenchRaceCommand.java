package io.rafiki.benchmark.collection;

import io.rafiki.benchmark.result.PairedComparison;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.cli.CatalogueOption;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.cli.OptionRange;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.Race;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.train.TrialSet;
import io.rafiki.trainer.trial.SustainedProtocol;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench race}: replays campaigns with and without a race on recorded trials. */
@Command(
        name = "race",
        mixinStandardHelpOptions = true,
        description = {
            "Replays campaigns on recorded trials: with all replicates, with one replicate, with a race, and with a"
                    + " race that halves.",
            "Compares the machine time and the true throughput of the choice. Starts no node."
        })
public final class BenchRaceCommand implements Callable<Integer> {

    private static final String VERIFICATION = "conf/campaigns/cassandra-5.0-2core/verification/";

    @Spec
    private CommandSpec spec;

    @Option(names = "--seeds", paramLabel = "N", description = "Campaigns, 2 or more. Default: ${DEFAULT-VALUE}.")
    private int seeds = 12;

    @Option(
            names = "--trials",
            paramLabel = "FILE",
            description = "Recorded trials with replicates. Default: those of the shipped verification.")
    private Optional<Path> trials = Optional.empty();

    @Option(names = "--plan", paramLabel = "FILE|NAME", description = "Their plan. Default: plan.yaml in their folder.")
    private Optional<String> plan = Optional.empty();

    @Option(
            names = "--references",
            paramLabel = "FILE",
            description = "Longer trials of the same configurations as the truth. Default: the mean of all --trials.")
    private Optional<Path> references = Optional.empty();

    @Option(names = "--repeats", paramLabel = "N", description = "Replicates in the plan. Default: ${DEFAULT-VALUE}.")
    private int repeats = 8;

    @Option(names = "--keep", paramLabel = "K", description = "Key keep of race. Default: ${DEFAULT-VALUE}.")
    private int keep = 1;

    @Option(names = "--margin", paramLabel = "X", description = "Key margin of race. Default: ${DEFAULT-VALUE}.")
    private double margin = 0.05;

    @Mixin
    private CatalogueOption catalogue;

    @Override
    public Integer call() throws ConfigException, IOException, InterruptedException {
        OptionRange.requireAtLeast(spec, "--seeds", 2, seeds);
        OptionRange.requireAtLeast(spec, "--repeats", 1, repeats);
        OptionRange.requireAtLeast(spec, "--keep", 1, keep);
        OptionRange.require(spec, "--margin", margin >= 0, "0 or more", margin);
        RaceReplay replay = replay();
        Race.Rule rule = new Race.Rule(keep, margin, false);
        Race.Rule halving = new Race.Rule(keep, 0, true);
        List<RaceReplay.Result> all = new ArrayList<>();
        List<RaceReplay.Result> single = new ArrayList<>();
        List<RaceReplay.Result> raced = new ArrayList<>();
        List<RaceReplay.Result> halved = new ArrayList<>();
        TextTable table =
                new TextTable("seed", "all: h", "best", "one: h", "best", "race: h", "best", "halving: h", "best");
        for (int seed = 1; seed <= seeds; seed++) {
            all.add(replay.full(seed));
            single.add(replay.single(seed));
            raced.add(replay.raced(seed, rule));
            halved.add(replay.raced(seed, halving));
            List<Object> row = new ArrayList<>(List.of(seed));
            for (List<RaceReplay.Result> results : List.of(all, single, raced, halved)) {
                RaceReplay.Result last = results.get(results.size() - 1);
                row.add(number("%.2f", last.seconds() / 3600));
                row.add(number("%.1f %%", 100 * last.quality()));
            }
            table.row(row);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("Machine time, and true throughput of the choice as a share of the best, for " + replay.size()
                + " configurations with " + repeats + " replicates.");
        out.println(table.text());
        out.println(summary("one replicate", all, single));
        out.println(summary("race", all, raced));
        out.println(summary("halving", all, halved));
        out.flush();
        return 0;
    }

    private RaceReplay replay() throws ConfigException, IOException {
        Path file = trials.orElseGet(() -> InstallPaths.home().resolve(VERIFICATION + Trials.FILE));
        List<Trial> recorded = Trials.read(file).stream().filter(Trial::isOk).toList();
        try {
            if (recorded.isEmpty()) {
                throw new IllegalArgumentException("expected measured trials, found none. Check the path.");
            }
            CampaignPlan read = CampaignPlan.read(
                    plan.map(InstallPaths::plan).orElseGet(() -> file.resolveSibling(CampaignPlan.FILE)));
            return new RaceReplay(
                    read.space(KnobCatalogue.read(catalogue.file(), TrialSet.machine(recorded))),
                    recorded,
                    references.isPresent() ? Trials.read(references.get()) : recorded,
                    repeats,
                    read.conditions().sustained().map(SustainedProtocol::states).orElse(1));
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), file + ": " + refused.getMessage(), refused);
        }
    }

    private static String summary(String name, List<RaceReplay.Result> without, List<RaceReplay.Result> with) {
        ConfidenceInterval time = new PairedComparison(seconds(without), seconds(with)).share();
        PairedComparison.Difference quality = new PairedComparison(qualities(without), qualities(with)).difference();
        return String.format(
                Locale.ROOT,
                "%s: seeds=%d time=%.0f%% [%.0f, %.0f] of all, quality=%+.1f points [%.1f, %.1f] (median)",
                name,
                with.size(),
                100 * (1 + time.mean()),
                100 * (1 + time.low()),
                100 * (1 + time.high()),
                quality.median(),
                quality.low(),
                quality.high());
    }

    private static List<Double> seconds(List<RaceReplay.Result> results) {
        return results.stream().map(RaceReplay.Result::seconds).toList();
    }

    /** In percent. */
    private static List<Double> qualities(List<RaceReplay.Result> results) {
        return results.stream().map(result -> 100 * result.quality()).toList();
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
