package io.rafiki.trainer.cli;

import io.rafiki.config.ConfigException;
import io.rafiki.model.BundleException;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.analysis.ExistingVerification;
import io.rafiki.trainer.analysis.VerificationPlan;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.trainer.trial.WorkloadFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of {@code rafiki collect --verify}, and the plan that it writes or continues. */
final class VerificationOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description =
                    "With --verify: the model. Default: model.zip in the campaign's folder, else in conf/models the"
                            + " one of the campaign's name.")
    private Optional<Path> model = Optional.empty();

    @Option(
            names = "--workload",
            paramLabel = "FILE",
            description = "With --verify: a property file of YCSB. Rows and threads stay those of the campaign."
                    + " Default: the operations that the campaign's plan states, or three read ratios.")
    private Optional<Path> workload = Optional.empty();

    /**
     * Refuses these options with a plan.
     *
     * @throws ParameterException with one line, if one is given
     */
    void refuse() {
        if (workload.isPresent()) {
            throw refused(
                    "--workload: expected --verify, found --plan. Leave it out: a plan states its own workloads.");
        }
        if (model.isPresent()) {
            throw refused("--model: expected --verify, found --plan. Leave it out: a plan needs no model.");
        }
    }

    /**
     * The plan in the folder of a verification; written if it is not there yet.
     *
     * @throws ParameterException with one line, if an option does not fit the campaign, or the plan from an earlier call
     */
    Path plan(Path campaign, Path out, Datastore datastore, Metric objective, Path catalogue)
            throws IOException, ConfigException, BundleException, InterruptedException {
        Path plan = out.resolve(CampaignPlan.FILE);
        Optional<WorkloadFile> operations = operations(campaign);
        if (Files.exists(plan)) {
            requireSame(plan, campaign, operations, objective, catalogue);
            return plan;
        }
        String system = CatalogueOption.systemOfTrials(campaign.resolve(Trials.FILE));
        if (!system.equals(datastore.system())) {
            throw refused("--datastore: expected one of " + system + ", as in " + campaign + ", found " + datastore
                    + ". Correct it.");
        }
        new VerificationPlan(
                        campaign,
                        model.orElseGet(() -> InstallPaths.model(campaign)),
                        objective,
                        datastore instanceof Datastore.Redis
                                ? Optional.empty()
                                : Optional.of(InstallPaths.latestConfiguration()),
                        operations,
                        catalogue)
                .write(plan)
                .forEach(line -> {
                    spec.commandLine().getOut().println(line);
                    spec.commandLine().getOut().flush();
                });
        return plan;
    }

    /** What this call states must be what the plan from an earlier call measures. */
    private void requireSame(
            Path plan, Path campaign, Optional<WorkloadFile> operations, Metric objective, Path catalogue)
            throws IOException, ConfigException, BundleException {
        ExistingVerification existing = ExistingVerification.read(plan);
        String expected = "--out: expected a new folder or that of a verification of " + campaign;
        if (!existing.hasNameOf(campaign)) {
            throw refused(
                    expected + ", found the plan " + existing.plan().name() + " in " + plan + ". Use another --out.");
        }
        if (!existing.hasFolderOf(campaign)) {
            String words = existing.firstLine().replaceFirst(",.*", "");
            throw refused(expected + ", found in line 1 of " + plan + ": " + words
                    + ". Use another --out, or correct this line if the campaign's folder was renamed.");
        }
        if (operations.isPresent() && !existing.has(operations.get())) {
            throw differs(plan, "--workload", workload.get());
        }
        if (!existing.isFor(objective)) {
            throw differs(plan, "--objective", objective.isLatency() ? TrialObjective.p99 : TrialObjective.throughput);
        }
        if (model.isPresent() && !existing.isOf(model.get(), objective, campaign, catalogue)) {
            throw differs(plan, "--model", model.get());
        }
    }

    private ParameterException differs(Path plan, String option, Object found) {
        return refused(option + ": expected the one that " + plan + " was written for, found another: " + found
                + ". Correct it, or choose another folder with --out.");
    }

    /** The operations of the file, checked with the campaign's rows. */
    private Optional<WorkloadFile> operations(Path campaign) throws IOException, ConfigException {
        if (workload.isEmpty()) {
            return Optional.empty();
        }
        if (!Files.isRegularFile(workload.get())) {
            throw refused("--workload: expected a file, found none: " + workload.get() + ". Correct it.");
        }
        CampaignPlan plan = CampaignPlan.read(campaign.resolve(CampaignPlan.FILE));
        try {
            return Optional.of(
                    WorkloadFile.read(workload.get(), plan.conditions().data()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--workload: " + e.getMessage(), e);
        }
    }

    private ParameterException refused(String line) {
        return new ParameterException(spec.commandLine(), line);
    }
}
