package io.rafiki.trainer.cli;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.cassandra.CassandraJars;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.optimizer.Optimizer;
import io.rafiki.trainer.optimizer.OptimizerFolder;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.trial.TunerObjective;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the configuration of a decision in a form for this or other nodes, or writes the folder of another optimiser. */
@Command(
        name = "export",
        description = {
            "Prints the configuration of a decision as CQL, nodetool commands, cassandra.yaml lines or JSON.",
            "With --to it writes a folder with which another optimiser runs rafiki trial. Only --datastore remote:..."
                    + " needs a node, which states the ranges."
        })
final class ExportCommand extends TunerCommand {

    private static final String TEXT = String.class.getName();

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "ID", description = "The decision's id, such as d42.")
    private Optional<String> id = Optional.empty();

    @Option(
            names = "--as",
            paramLabel = "FORM",
            description = {
                "alter (ALTER TABLE for the table options, all nodes), nodetool (one node until its restart),",
                "cassandra.yaml (from the next start) or json (everything, for programs)."
            })
    private Optional<String> form = Optional.empty();

    @Option(
            names = "--to",
            paramLabel = "irace|mlos|optuna",
            description = "The other optimiser; mlos is SMAC, with LlamaTune as an option.")
    private Optimizer to;

    @Option(
            names = "--workload",
            paramLabel = "FILE|RATIO",
            description = "With --to: a property file of YCSB, or the read ratio, 0 to 1.")
    private String workload;

    @Option(
            names = "--datastore",
            paramLabel = "WHERE",
            defaultValue = Datastore.EMBEDDED,
            description = "With --to: where trials run, as for rafiki trial. Default: ${DEFAULT-VALUE}.")
    private String where;

    @Option(
            names = "--plan",
            paramLabel = "FILE|NAME",
            description = "With --to: the plan with the conditions of trials. Default: sustained; on Redis: redis.")
    private Optional<String> plan = Optional.empty();

    @Option(
            names = "--knobs",
            paramLabel = "FILE|NAME",
            description =
                    "With --to: the plan with the knobs and their ranges, such as screen for twenty. Default: --plan.")
    private Optional<String> knobs = Optional.empty();

    @Option(
            names = "--max-p99",
            paramLabel = "US",
            description = "With --to: limit of the 99th percentile of latency at the plan's open_loop_rate, in"
                    + " microseconds. A trial above it counts as a failed one.")
    private Optional<Double> maxP99 = Optional.empty();

    @Option(names = "--out", paramLabel = "DIR", description = "With --to: the new folder.")
    private Path out;

    @Mixin
    private DataOption data;

    @Mixin
    private CatalogueOption catalogue;

    @Mixin
    private ObjectiveOption objective;

    @Override
    public Integer call() throws Exception {
        if (to != null) {
            writeFolder();
            return 0;
        }
        if (id.isEmpty() || form.isEmpty()) {
            throw refused(
                    "Missing required options: expected a decision's ID and --as, or --to, --workload and --out.");
        }
        return super.call();
    }

    @Override
    Object execute(TunerConsole tuner) {
        return tuner.query("export", new Object[] {id.orElseThrow(), form.orElseThrow()}, new String[] {TEXT, TEXT});
    }

    private void writeFolder() throws IOException, ConfigException {
        if (id.isPresent() || form.isPresent()) {
            throw refused("--to: expected neither a decision's ID nor --as with it, found "
                    + id.or(() -> form).orElseThrow() + ". Leave one out.");
        }
        if (workload == null || out == null) {
            throw refused("--to: expected --workload and --out with it, found "
                    + (workload == null ? "no --workload" : "no --out") + ". Add it.");
        }
        Datastore datastore = datastore();
        String named = plan.orElse(datastore.plan());
        Path conditions = InstallPaths.plan(named);
        Optional<Path> ranges = knobs.map(InstallPaths::plan);
        CampaignPlan read = CampaignPlan.read(conditions);
        if (ranges.isPresent()) {
            read = read.withKnobsOf(CampaignPlan.read(ranges.get()));
        }
        WorkloadArgument operations = WorkloadArgument.parse(spec, workload, read.conditions(), named);
        List<String> trial = new ArrayList<>(List.of(
                InstallPaths.command(),
                "trial",
                "--data",
                data.folder(out).toAbsolutePath().toString()));
        if (!where.equals(Datastore.EMBEDDED)) {
            trial.addAll(List.of("--datastore", datastore.absolute()));
        }
        if (datastore instanceof Datastore.Remote) {
            trial.addAll(writtenLogin());
        }
        if (catalogue.isNamed()) {
            trial.addAll(
                    List.of("--catalogue", catalogue.file().toAbsolutePath().toString()));
        }
        TunerObjective best = objective.of(read, maxP99);
        new OptimizerFolder(
                        to,
                        space(datastore, read),
                        conditions,
                        ranges,
                        workload,
                        operations.file().isPresent(),
                        trial,
                        best)
                .write(out);
        spec.commandLine().getOut().println("Written: " + out + ". Its README.md has the commands.");
        spec.commandLine().getOut().flush();
    }

    /** The knobs with the ranges that {@code rafiki trial} has on this datastore. */
    private KnobSpace space(Datastore datastore, CampaignPlan read) throws IOException, ConfigException {
        PrintWriter err = spec.commandLine().getErr();
        try (ProgressReporter progress = ProgressReporter.start(err, err, false)) {
            return catalogue
                    .singleTrials(datastore, data.folder(out), progress, CommandLineText.command(spec))
                    .space(read);
        }
    }

    private Datastore datastore() throws IOException {
        try {
            Datastore chosen = Datastore.parse(where, CassandraJars.DEFAULT_VERSION);
            return chosen instanceof Datastore.Remote remote ? remote.with(login()) : chosen;
        } catch (IllegalArgumentException invalid) {
            throw refused("--datastore: " + invalid.getMessage());
        }
    }

    /** The login of the trials on an existing node. */
    private List<String> writtenLogin() {
        try {
            return loginOptions();
        } catch (IllegalArgumentException e) {
            throw refused(e.getMessage());
        }
    }

    private ParameterException refused(String line) {
        return new ParameterException(spec.commandLine(), line);
    }
}
