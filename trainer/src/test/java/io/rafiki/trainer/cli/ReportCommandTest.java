package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/** On the trials and the model that come with this installation. */
class ReportCommandTest {

    private static final Path SHIPPED = Path.of("../conf/campaigns/cassandra-5.0-2core");
    private static final String CATALOGUE = "../conf/knobs/cassandra-5.0.yaml";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void showsWhatTheShippedCampaignSupportsAndSaysWhyTheRestIsLeftOut() throws Exception {
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
                        "2",
                        "--nets",
                        "2"))
                .as(err.toString())
                .isZero();

        assertThat(out.toString())
                .contains("shown     Figure 4:", "shown     Ablation:", "shown     Table 1:", "shown     Table 2:")
                .contains(
                        "shown     Figure 7:",
                        "shown     Figure 8:",
                        "shown     Figure 9:",
                        "shown     Noise and drift")
                .contains("shown     Verification: measured in pairs with the default")
                .contains("shown     Figure 5: which knobs matter")
                .contains(" Figure 6: two knobs that depend on each other");
        String html = Files.readString(page);
        long ok = Trials.read(SHIPPED.resolve("trials.jsonl")).stream()
                .filter(Trial::isOk)
                .count();
        assertThat(html)
                .startsWith("<!doctype html>")
                .contains(ok + " ok", " of 328 trials measured. Key knobs: ", "<h3>All knobs at two levels</h3>")
                .contains(
                        "MAPE over the number of training rows (configurations withheld)",
                        "MAPE over the number of training rows (workloads withheld)")
                .doesNotContain("NaN", "Infinity", "http", "<script");
        assertWellFormed(html);
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

    /** A browser forgives; a parser of XML does not. */
    private static void assertWellFormed(String html) throws Exception {
        String body = html.substring(html.indexOf("<body>"), html.indexOf("</html>"));
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(body)));
    }

    private int rafiki(String... arguments) {
        return Rafiki.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
