package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScreenCommandTest {

    private static final String CATALOGUE = "--catalogue=../conf/knobs/cassandra-5.0.yaml";

    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    @Test
    void requiresAPlanAndAFolderOrAnAnalysis() {
        assertThat(rafiki("screen", CATALOGUE)).isEqualTo(2);
        assertThat(err.toString()).startsWith("Missing required option: '--plan'. Give --plan and --out to measure");
        assertThat(rafiki("screen", CATALOGUE, "--analyse")).isEqualTo(2);
        assertThat(err.toString()).contains("Missing required option: '--trials'");
        assertThat(rafiki("screen", CATALOGUE, "--trials", "x")).isEqualTo(2);
        assertThat(err.toString()).contains("--trials: expected --analyse with it");
    }

    @Test
    void refusesAnotherKindOfPlanBeforeItCreatesAFolder() {
        Path out = folder.resolve("out");
        assertThat(rafiki("screen", CATALOGUE, "--plan=../conf/plans/small.yaml", "--out=" + out))
                .isEqualTo(2);
        assertThat(err.toString()).startsWith("--plan: expected a plan with screen, found a campaign's in");
        assertThat(rafiki("collect", CATALOGUE, "--plan=../conf/plans/screen.yaml", "--out=" + out))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--plan: expected a campaign's plan, found a screening's in");
        assertThat(out).doesNotExist();
    }

    @Test
    void anEngineIsThisMachineOrASparkMaster() {
        Path out = folder.resolve("out");
        String[] measure = {"screen", CATALOGUE, "--plan=../conf/plans/screen.yaml", "--out=" + out};
        assertThat(rafiki(with(measure, "--engine=yarn"))).isEqualTo(2);
        assertThat(err.toString()).startsWith("--engine: expected local or spark://HOST:PORT, found yarn.");
        assertThat(rafiki(with(measure, "--engine=spark://node1:7077", "--datastore=remote:node2")))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--engine: expected local with an existing node, found spark://node1:7077.");
        assertThat(out).doesNotExist();
    }

    /** The trials go to Spark: without an installation or a master, one line names what is missing. */
    @Test
    void aScreeningOnAnEngineNeedsSpark() {
        Path out = folder.resolve("out");
        String[] measure = {"screen", CATALOGUE, "--plan=../conf/plans/screen.yaml", "--out=" + out};
        assertThat(rafiki(with(measure, "--engine=spark://127.0.0.1:1"))).isEqualTo(1);
        assertThat(err.toString()).startsWith("rafiki: ").containsPattern("SPARK_HOME|a Spark master that answers");
        assertThat(out).doesNotExist();
    }

    @Test
    void aFolderWithoutTrialsIsNamed() {
        assertThat(rafiki("screen", CATALOGUE, "--trials=" + folder, "--analyse"))
                .isEqualTo(1);
        assertThat(err.toString())
                .startsWith("rafiki: " + folder.resolve("trials.jsonl") + ": expected valid trials of a screening");
    }

    private static String[] with(String[] arguments, String... more) {
        return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
    }

    private int rafiki(String... arguments) {
        err.getBuffer().setLength(0);
        return Rafiki.commandLine()
                .setOut(new PrintWriter(new StringWriter(), true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
