package io.rafiki.benchmark.rivals;

import io.rafiki.benchmark.result.OutOption;
import io.rafiki.benchmark.result.ResultFile;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.analysis.SuggestedValues;
import io.rafiki.trainer.campaign.Collector;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.cli.CatalogueOption;
import io.rafiki.trainer.cli.DataOption;
import io.rafiki.trainer.cli.DatastoreOption;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.cli.ObjectiveOption;
import io.rafiki.trainer.cli.OptionRange;
import io.rafiki.trainer.cli.WorkloadArgument;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.trial.TunerObjective;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench head-to-head}: lets Rafiki and other tuners work on real nodes for the same machine time, and verifies their choices. */
@Command(
        name = "head-to-head",
        mixinStandardHelpOptions = true,
        description = {
            "Compares Rafiki with other tuners by real trials: each has the same machine time under each workload."
                    + " Then rounds measure all choices, the baseline, cassandra_latest.yaml, Leveled and Unified.",
            "The same command continues an interrupted run. rafiki export --to states how to install irace, mlos and"
                    + " optuna."
        })
public final class BenchHeadToHeadCommand implements Callable<Integer> {

    private static final String RESULTS = "head-to-head.jsonl";

    /** The plan with the knobs of the wide space. */
    private static final String WIDE = "screen";

    @Spec
    private CommandSpec spec;

    @Mixin
    private TunerOptions tuners;

    @Option(
            names = "--workload",
            paramLabel = "FILE|RATIO|KEY=VALUE",
            description = "As of rafiki trial; repeat it for several. Default: 0.1 and 0.9.")
    private List<String> workloads = List.of("0.1", "0.9");

    @Option(
            names = "--hours",
            defaultValue = "4",
            paramLabel = "H",
            description = "Machine time of a tuner under a workload: that of its trials, without Cassandra's data sets"
                    + " and its own computation. On Redis, each trial loads its data. Default: ${DEFAULT-VALUE}.")
    private double hours;

    @Option(
            names = "--seeds",
            defaultValue = "1",
            paramLabel = "N",
            description = "Runs of a tuner under a workload. Default: ${DEFAULT-VALUE}.")
    private int seeds;

    @Option(
            names = "--rounds",
            defaultValue = "10",
            paramLabel = "N",
            description = "Rounds of the verification; 0 omits it. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--plan",
            defaultValue = "sustained",
            paramLabel = "FILE|NAME",
            description = "The plan with the conditions and the live knobs. Default: ${DEFAULT-VALUE}.")
    private String plan;

    @Option(
            names = "--max-p99",
            paramLabel = "US",
            description =
                    "Limit of the 99th percentile of latency at the plan's open_loop_rate, in microseconds. A trial"
                            + " above it counts as a failed one. Default: none.")
    private Optional<Double> maxP99 = Optional.empty();

    @Mixin
    private ObjectiveOption objective;

    @Mixin
    private OutOption out;

    @Mixin
    private DataOption data;

    @Mixin
    private CatalogueOption catalogue;

    @Mixin
    private DatastoreOption where;

    @Override
    public Integer call() throws ConfigException, IOException, InterruptedException {
        OptionRange.require(spec, "--hours", hours > 0, "more than 0", hours);
        OptionRange.requireAtLeast(spec, "--seeds", 1, seeds);
        OptionRange.requireAtLeast(spec, "--rounds", 0, rounds);
        Path conditions = InstallPaths.plan(plan);
        Optional<Path> knobs =
                tuners.space() == TunerOptions.Space.wide ? Optional.of(InstallPaths.plan(WIDE)) : Optional.empty();
        CampaignPlan read = CampaignPlan.read(conditions);
        if (knobs.isPresent()) {
            read = read.withKnobsOf(CampaignPlan.read(knobs.get()));
        }
        List<NodeWorkload> chosen = new ArrayList<>();
        for (String each : workloads) {
            chosen.add(workload(each, read));
        }
        TunerObjective best = objective.of(read, maxP99);
        List<Tuner> contenders = tuners.tuners(conditions, knobs, out.folder());
        requireTrials(contenders, Collector.seconds(read));
        tuners.requirePrograms(contenders);
        Map<NodeWorkload, Map<String, Map<String, Object>>> practices = new LinkedHashMap<>();
        for (NodeWorkload each : chosen) {
            practices.put(each, practices(each));
        }
        try (ProgressReporter progress = InstallPaths.progress(spec)) {
            Collector collector =
                    catalogue.singleTrials(where.datastore(), data.folder(out.folder()), progress, "the same command");
            tuners.requireKnobs(contenders, collector.space(read));
            compare(practices, best, contenders, collector, progress);
            return 0;
        } catch (InterruptedException toldToStop) {
            return InstallPaths.INTERRUPTED;
        }
    }

    private void requireTrials(List<Tuner> contenders, double seconds) {
        int expected = TunerBudget.ofHours(hours, seconds).trials();
        for (Tuner tuner : contenders) {
            if (tuner.fewestTrials() > expected) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--hours: expected time for the " + tuner.fewestTrials() + " trials of " + Math.round(seconds)
                                + " s that " + tuner.name() + " requires, found " + hours + ".");
            }
        }
    }

    private void compare(
            Map<NodeWorkload, Map<String, Map<String, Object>>> practices,
            TunerObjective best,
            List<Tuner> contenders,
            Collector collector,
            ProgressReporter progress)
            throws ConfigException, IOException, InterruptedException {
        String space = tuners.space().name();
        Path folder = out.folder().resolve(best.equals(TunerObjective.THROUGHPUT) ? space : space + "-" + best.word());
        NodeStudy study = new NodeStudy(
                collector,
                space,
                best,
                hours,
                folder,
                new ResultFile<>(folder.resolve(RESULTS), NodeRun.class),
                run -> progress.line(line(run)));
        for (NodeWorkload each : practices.keySet()) {
            inputs(each).require(folder.resolve(each.name()));
        }
        List<NodeComparison> comparisons = new ArrayList<>();
        for (Map.Entry<NodeWorkload, Map<String, Map<String, Object>>> entry : practices.entrySet()) {
            NodeWorkload workload = entry.getKey();
            List<NodeRun> runs = new ArrayList<>();
            for (long seed = 1; seed <= seeds; seed++) {
                runs.addAll(study.run(contenders, workload, seed));
            }
            Path picture = folder.resolve(workload.name() + ".svg");
            Files.createDirectories(folder);
            Files.writeString(picture, BestSoFarSvg.svg(runs, best.objective()));
            NodeReport.search(workload, best.objective(), runs).forEach(progress::line);
            progress.line("Picture: " + picture);
            if (rounds > 0) {
                NodeVerification verification = new NodeVerification(
                        collector,
                        workload,
                        best,
                        folder.resolve(workload.name()).resolve("verification"),
                        choices(entry.getValue(), runs));
                NodeComparison comparison = verification.measure(rounds);
                NodeReport.verified(comparison).forEach(progress::line);
                comparisons.add(comparison);
            }
        }
        NodeReport.contests(comparisons).forEach(progress::line);
    }

    /** A workload with the conditions of its trials. */
    private NodeWorkload workload(String operations, CampaignPlan read) throws IOException {
        TrialConditions conditions = read.conditions();
        WorkloadArgument argument = WorkloadArgument.parse(spec, operations, conditions, plan);
        return new NodeWorkload(
                Path.of(operations).getFileName().toString().replaceFirst("\\.properties$", ""),
                operations,
                argument.workload(),
                read.with(argument.file().map(conditions::with).orElse(conditions), read.seed()));
    }

    /** Best practices whose knobs the datastore can set: on an existing node the live ones, and on Redis none of Cassandra's. */
    private Map<String, Map<String, Object>> practices(NodeWorkload workload) throws ConfigException {
        Datastore datastore = where.datastore();
        if (!datastore.system().equals(Datastore.CASSANDRA)) {
            return Map.of(BestPractices.BASELINE, Map.of());
        }
        KnobCatalogue knobs = KnobCatalogue.read(
                catalogue.file(datastore), workload.plan().conditions().resources());
        Map<String, Map<String, Object>> all = new LinkedHashMap<>(
                BestPractices.of(workload.features(), SuggestedValues.read(InstallPaths.latestConfiguration(), knobs)));
        if (datastore instanceof Datastore.Remote) {
            all.values().removeIf(values -> values.keySet().stream()
                    .anyMatch(knob -> knobs.entry(knob).live().isEmpty()));
        }
        return all;
    }

    /** Best practices and the choices of tuners by name. */
    private static Map<String, Map<String, Object>> choices(
            Map<String, Map<String, Object>> practices, List<NodeRun> runs) {
        Map<String, Map<String, Object>> choices = new LinkedHashMap<>(practices);
        runs.forEach(run -> choices.put(run.label(), run.choice()));
        return choices;
    }

    /** Results of another plan, workload, catalogue or datastore are not results of this command. */
    private StudyInputs inputs(NodeWorkload workload) {
        Datastore datastore = where.datastore();
        List<Path> files = new ArrayList<>(List.of(InstallPaths.plan(plan), catalogue.file(datastore)));
        if (tuners.space() == TunerOptions.Space.wide) {
            files.add(InstallPaths.plan(WIDE));
        }
        if (Files.isRegularFile(Path.of(workload.operations()))) {
            files.add(Path.of(workload.operations()));
        }
        return StudyInputs.on(datastore, files);
    }

    private static String line(NodeRun run) {
        return String.format(
                Locale.ROOT,
                "%s under %s: %d trials, %.2f h",
                run.label(),
                run.workload(),
                run.steps().size(),
                run.used() / 3600);
    }
}
