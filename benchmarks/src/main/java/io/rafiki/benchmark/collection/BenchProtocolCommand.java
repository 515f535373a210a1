package io.rafiki.benchmark.collection;

import io.rafiki.benchmark.collection.ProtocolAgreement.Row;
import io.rafiki.benchmark.result.OutOption;
import io.rafiki.trainer.cassandra.CassandraJars;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.cli.CatalogueOption;
import io.rafiki.trainer.cli.DataOption;
import io.rafiki.trainer.cli.InstallPaths;
import io.rafiki.trainer.cli.OptionRange;
import io.rafiki.trainer.format.TextTable;
import io.rafiki.trainer.plan.CampaignPlan;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench protocol}: measures whether trials rank configurations as long runs do. */
@Command(
        name = "protocol",
        mixinStandardHelpOptions = true,
        description =
                "Measures each configuration of a plan as a trial and as a reference of twenty minutes, and compares"
                        + " the ranks. About half an hour per configuration. The same command continues an interrupted study.")
public final class BenchProtocolCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--plan",
            paramLabel = "FILE|NAME",
            defaultValue = "protocol",
            description = "A plan with protocol sustained and configurations. Default: ${DEFAULT-VALUE}.")
    private String plan;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            defaultValue = "20",
            description = "Measured part of a reference. Default: ${DEFAULT-VALUE}.")
    private double minutes;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            defaultValue = "2147483647",
            description = "Most configurations to measure in this session; 0 only compares. Default: all that remain.")
    private int pairs;

    @Mixin
    private OutOption out;

    @Mixin
    private DataOption data;

    @Mixin
    private CatalogueOption catalogue;

    @Override
    public Integer call() throws Exception {
        CampaignPlan read = CampaignPlan.read(InstallPaths.plan(plan));
        OptionRange.require(
                spec,
                "--plan",
                read.conditions().sustained().isPresent() && !read.named().isEmpty(),
                "a plan with protocol: sustained and configurations",
                plan);
        OptionRange.require(spec, "--minutes", minutes >= 0.5, "0.5 or more", minutes);
        OptionRange.requireAtLeast(spec, "--pairs", 0, pairs);
        ProtocolStudy study = new ProtocolStudy(read, out.folder(), Duration.ofSeconds(Math.round(60 * minutes)));
        if (pairs > 0) {
            try (var progress = InstallPaths.progress(spec)) {
                study.measure(
                        catalogue.singleTrials(
                                new Datastore.Embedded(CassandraJars.DEFAULT_VERSION),
                                data.folder(out.folder()),
                                progress,
                                "the same command"),
                        pairs);
            } catch (InterruptedException e) {
                return InstallPaths.INTERRUPTED;
            }
        }
        PrintWriter print = spec.commandLine().getOut();
        List<ProtocolAgreement> agreements = study.agreements();
        agreements.forEach(agreement -> print(agreement, print));
        agreements.forEach(agreement -> print.println(summary(agreement)));
        print.flush();
        return 0;
    }

    private static void print(ProtocolAgreement agreement, PrintWriter print) {
        TextTable table = new TextTable("configuration", "trial", "rank", "reference", "rank", "first minute", "ended");
        for (Row row : agreement.rows()) {
            table.row(
                    row.label(),
                    number("%,.0f", row.trial()),
                    agreement.rankOfTrial(row),
                    number("%,.0f", row.reference()),
                    agreement.rankOfReference(row),
                    number("%+.0f %%", 100 * (row.start() / row.reference() - 1)),
                    row.status());
        }
        print.println("Read ratio " + agreement.readRatio() + ", operations/s:");
        print.println(table.text());
        print.println();
    }

    private static String summary(ProtocolAgreement agreement) {
        return String.format(
                Locale.ROOT,
                "protocol: read_ratio=%s configurations=%d sessions=%d tau=%.2f regret=%.1f%% tau_of_22_s=%.2f"
                        + " regret_of_22_s=%.1f%%",
                agreement.readRatio(),
                agreement.rows().size(),
                agreement.sessions(),
                agreement.tau(Row::relativeTrial),
                100 * agreement.regret(Row::relativeTrial),
                agreement.tau(Row::relativeShort),
                100 * agreement.regret(Row::relativeShort));
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
