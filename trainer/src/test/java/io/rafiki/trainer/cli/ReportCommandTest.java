package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the trials and the model that come with this installation. */
class ReportCommandTest {

    private static final Path SHIPPED = Path.of("../conf/campaigns/cassandra-5.0-2core");
    private static final String CATALOGUE = "../conf/knobs/cassandra-5.0.yaml";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void showsAllSectionsThatTheShippedCampaignSupports() throws Exception {
        Path page = folder.resolve("report.html");
        assertThat(rafiki(
                        "report",
                        "--campaign",
                        SHIPPED.toString(),
                        "--out",
                        page.toString(),
                        "--catalogue",
                        CATALOGUE,
                        "--repeats",
                        "1",
                        "--nets",
                        "2"))
                .as(err.toString())
                .isZero();

        assertThat(out.toString().lines().filter(line -> line.startsWith("included  ")))
                .extracting(line -> line.replaceAll("included  |:.*", ""))
                .contains(
                        "Figure 4",
                        "Gains by change cost",
                        "Verification",
                        "Table 1",
                        "Figure 5",
                        "Share of each knob in the predicted variation",
                        "Ablation",
                        "Table 2",
                        "Figure 7",
                        "Figure 8",
                        "Figure 9",
                        "Noise and drift",
                        "Used and dropped trials",
                        "Environment");
        assertThat(out.toString()).contains(" Figure 6: two knobs that interact", "Report: " + page);
        assertThat(out.toString())
                .contains("omitted   Throughput against p99 at the open-loop rate: the model has not learnt the p99");
        assertThat(out.toString())
                .containsPattern("(?m)^50 % reads, rewrites_data: predicted gain .* % \\(.* % to .* %\\)$")
                .containsPattern("(?m)^    compaction SizeTiered -> .*; rewrites 400 MB in .*")
                .containsPattern(
                        "(?m)^    rafiki mode approve && rafiki apply ID --allow rewrites_data   # always: rewrites_data"
                                + " in allowed_costs$")
                .containsPattern("(?m)^    restart with cassandra.yaml: .*file_cache_enabled: true; file_cache_size: ");
        String html = Files.readString(page);
        long ok = Trials.read(SHIPPED.resolve("trials.jsonl")).stream()
                .filter(Trial::isOk)
                .count();
        assertThat(html)
                .startsWith("<!doctype html>")
                .contains(ok + " ok", " of 328 trials were measured.", "<h3>All knobs at two levels</h3>")
                .contains("(configurations held out)", "(workloads held out)")
                .doesNotContain("NaN");
    }

    @Test
    void oneLineWhereThereAreNoTrials() {
        assertThat(rafiki("report", "--campaign", folder.toString(), "--catalogue", CATALOGUE))
                .isEqualTo(1);
        assertThat(err.toString())
                .startsWith("rafiki: ")
                .contains("trials.jsonl: expected a file of trials, found nothing");
        assertThat(err.toString().lines()).hasSize(1);
    }

    @Test
    void refusesAPageInAMissingFolderBeforeTheAnalysis() {
        Path page = folder.resolve("none/report.html");
        assertThat(rafiki(
                        "report", "--campaign", SHIPPED.toString(), "--out", page.toString(), "--catalogue", CATALOGUE))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("--out: expected a file in an existing folder, found " + page + ".")
                .doesNotContain("Validating");
    }

    private int rafiki(String... arguments) {
        return Rafiki.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
