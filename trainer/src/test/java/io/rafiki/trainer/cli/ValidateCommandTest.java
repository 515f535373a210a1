package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.train.Surface;
import io.rafiki.trainer.train.TrainingData;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rafiki validate}, from files to what it prints. */
class ValidateCommandTest {

    private static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void printsOneJsonObjectAndNothingElseOnStandardOutputAndWritesAReport() throws IOException {
        table(70);
        Path report = folder.resolve("report.html");
        assertThat(validate(
                        "--csv",
                        csv(),
                        "--target",
                        "perf",
                        "--train-sizes",
                        "18",
                        "--repeats",
                        "2",
                        "--report",
                        report.toString(),
                        "-F",
                        "json"))
                .as(err.toString())
                .isZero();
        JsonNode result = JSON.readTree(out.toString());
        assertThat(out.toString()).hasLineCount(1);
        assertThat(err.toString())
                .startsWith("Validating: 0 %")
                .contains("2 repeats of 1 training size with 6 methods");
        for (JsonNode row : result.at("/rows")) {
            assertThat(row.at("/trainSize").asInt()).isEqualTo(18);
            assertThat(row.at("/mape/mean").isNumber()).isTrue();
            assertThat(row.at("/mape/low").asDouble())
                    .isLessThanOrEqualTo(row.at("/mape/mean").asDouble())
                    .isLessThan(row.at("/mape/high").asDouble());
            assertThat(row.at("/r2").isNumber()).isTrue();
            assertThat(row.at("/rmse").isNumber()).isTrue();
        }
        assertThat(result.at("/rows"))
                .extracting(row -> row.at("/method").asText())
                .containsExactlyInAnyOrder("adam", "ensemble", "forest", "linear", "mean", "network");
        assertThat(result.at("/rows/0/coverage/within2").asDouble()).isBetween(0.0, 1.0);
        assertThat(result.at("/table/rows").asInt()).isEqualTo(70);
        assertThat(result.at("/protocols").toString())
                .contains("trained on rows drawn at random, tested on all others");
        assertThat(result.at("/errors/histogram").size()).isEqualTo(24);
        assertThat(result.at("/findings").toString())
                .containsAnyOf(
                        "The ensemble is ahead of every baseline",
                        "Everywhere else the ensemble is ahead",
                        "no difference beyond chance");
        assertThat(report)
                .content()
                .contains(
                        "uPlot",
                        "3 knobs (1 of whole numbers, 1 of real numbers, 1 of choices)",
                        "1 column constant: left out: host");
    }

    @Test
    void holdsOutConfigurationsOfTrialsAndPrintsATable() throws Exception {
        trials(24);
        List<String> lines = Files.readAllLines(folder.resolve("trials.jsonl"));
        lines.subList(0, 2).replaceAll(line -> line.replace("\"status\":\"ok\"", "\"status\":\"not_stationary\""));
        Files.write(folder.resolve("trials.jsonl"), lines);
        assertThat(validate("--trials", jsonl(), "--catalogue", CATALOGUE.toString(), "--repeats", "1"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains("24 rows, ")
                .contains("6 of 24 configurations held out with all their rows; 1 repeat")
                .contains("workloads held out with all their rows")
                .contains("throughput in ops/s")
                .containsPattern("(?m)^  ensemble +[0-9.]+ ")
                .containsPattern("(?m)^  forest +[0-9.]+ ")
                .contains("Errors of the ensemble at 18 training rows")
                .contains("One repeat does not show which method is ahead.")
                .contains("- trials: 22 ok, 2 not_stationary; those with a valid rate are used")
                .contains("- workloads are told apart by ");
    }

    @Test
    void refusesBadInputInOneLine() throws Exception {
        refused(2, "expected one of --trials and --csv, found none.");
        refused(2, "expected one of --trials and --csv, found both.", "--trials", "a", "--csv", "b");
        refused(2, "--csv: expected --target with the column that was measured, found none.", "--csv", "b");
        refused(
                2,
                "--trials: expected no --target and no --workload, found one, which is for --csv. Leave it out.",
                "--trials",
                "a",
                "--target",
                "b");
        refused(2, "--repeats: expected 1 to 1000, found 0.", "--csv", "a", "--target", "b", "--repeats", "0");
        refused(
                2,
                "--recipe: expected default or paper, found x. Correct it.",
                "--csv",
                "a",
                "--target",
                "b",
                "--recipe",
                "x");
        refused(
                2,
                "--metric: expected one of throughput, readP99, writeP99, p99AtRate, found x.",
                "--trials",
                "a",
                "--metric",
                "x");
        refused(
                2,
                "--csv: expected no --metric, found readP99, which is for trials. Leave it out",
                "--csv",
                "a",
                "--target",
                "b",
                "--metric",
                "readP99");
        refused(2, "--nets: expected 1 to 1000, found 0. Correct it.", "--csv", "a", "--target", "b", "--nets", "0");
        refused(
                2,
                "--train-sizes: expected at least 10 rows, found 3.",
                "--csv",
                "a",
                "--target",
                "b",
                "--train-sizes",
                "3");
        refused(
                2,
                "--report: expected a file in an existing folder",
                "--csv",
                "a",
                "--target",
                "b",
                "--report",
                folder.resolve("none/x.html").toString());
        table(40);
        refused(
                1,
                "table.csv: --train-sizes: expected fewer than the table's 40 rows",
                "--csv",
                csv(),
                "--target",
                "perf",
                "--train-sizes",
                "18,90");
        refused(
                1,
                "--target: expected a column of the table, found perv. Did you mean perf?",
                "--csv",
                csv(),
                "--target",
                "perv");
        refused(
                1,
                "none.csv: expected a CSV file, found nothing.",
                "--csv",
                folder.resolve("none.csv").toString(),
                "--target",
                "x");
        refused(
                1,
                "none.jsonl: expected a file of trials, found nothing.",
                "--trials",
                folder.resolve("none.jsonl").toString());
        refused(1, "table.csv:1: expected a trial, found", "--trials", csv());
        trials(19);
        refused(
                1,
                "expected at least 20 trials with a valid rate, found 19.",
                "--trials",
                jsonl(),
                "--catalogue",
                CATALOGUE.toString());
    }

    private void refused(int exit, String message, String... arguments) {
        assertThat(validate(arguments)).isEqualTo(exit);
        assertThat(err.toString()).contains(message).doesNotContain("\tat ", "Exception");
        assertThat(err.toString().lines().findFirst().orElse("")).contains(message);
        assertThat(out.toString()).isEmpty();
    }

    private int validate(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> all = new ArrayList<>(List.of("validate", "--nets", "3", "--threads", "2"));
        if (List.of(arguments).contains("--nets")) {
            all.remove("--nets");
            all.remove("3");
        }
        all.addAll(List.of(arguments));
        return Rafiki.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }

    private String csv() {
        return folder.resolve("table.csv").toString();
    }

    private String jsonl() {
        return folder.resolve("trials.jsonl").toString();
    }

    private void table(int rows) throws IOException {
        Random random = new Random(11);
        List<String> lines = new ArrayList<>(List.of("threads,ratio,mode,host,perf"));
        for (int row = 0; row < rows; row++) {
            int threads = 1 + random.nextInt(32);
            double ratio = random.nextDouble();
            boolean fast = random.nextBoolean();
            double perf = 100 + 40 * Math.sin(threads / 10.0) + 30 * ratio * (fast ? 1 : -1);
            lines.add(String.format(Locale.ROOT, "%d,%.4f,%s,h1,%.3f", threads, ratio, fast ? "fast" : "slow", perf));
        }
        Files.write(folder.resolve("table.csv"), lines);
    }

    private void trials(int count) throws Exception {
        List<String> lines = new ArrayList<>();
        for (TrainingData.Point point : new Surface(
                        KnobCatalogue.read(CATALOGUE, new NodeResources(2, 1024))
                                .space(),
                        1)
                .samples(40, 0.03, 3)
                .points()
                .subList(0, count)) {
            lines.add(TrialLines.of("t" + lines.size(), point, 1000));
        }
        Files.write(folder.resolve("trials.jsonl"), lines);
    }
}
