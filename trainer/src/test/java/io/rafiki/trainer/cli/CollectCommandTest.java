package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    @Test
    void aFaultyPlanIsOneLineAndLeavesNoFolder() throws IOException {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), "name: x\nseeds: 3\n");
        assertThat(collect(plan)).isEqualTo(1);
        assertThat(err.toString().strip()).isEqualTo("rafiki: " + plan + ":2: seeds: unknown key. Did you mean seed?");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void aPlanThatIsNotThereIsNamed() {
        Path plan = folder.resolve("none.yaml");
        assertThat(collect(plan)).isEqualTo(1);
        assertThat(err.toString().strip())
                .isEqualTo("rafiki: " + plan + ": expected a file, found none. Check the path.");
    }

    @Test
    void aBudgetIsForActivePlansAndMustLeaveAChoice() throws IOException {
        Path small = Path.of("../conf/plans/small.yaml");
        assertThat(collect(small, "--budget=40")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--budget: expected an active plan, found " + small + ", which fixes all trials.");
        Path active = Path.of("../conf/plans/active.yaml");
        assertThat(collect(active, "--budget=30")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--budget: expected a budget above 33, which start and defaults take, found 30. Raise it.");
        assertThat(collect(active, "--budget=2000000000")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--budget: expected 1..100000, found 2000000000.");
        Path text = Files.writeString(
                folder.resolve("plan.yaml"), Files.readString(active).replace("budget: 60", "budget: 25"));
        assertThat(collect(text)).isEqualTo(1);
        assertThat(err.toString().strip())
                .isEqualTo("rafiki: " + text
                        + ":6: active.budget: expected a budget above 33, which start and defaults take, found"
                        + " 25. Raise it.");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void aRaceNeedsABlockedPlan() throws IOException {
        Path plan = Files.writeString(
                folder.resolve("plan.yaml"),
                Files.readString(Path.of("../conf/plans/protocol.yaml")).replace("blocked: true", "race: {keep: 1}"));
        assertThat(collect(plan)).isEqualTo(1);
        assertThat(err.toString().strip())
                .isEqualTo("rafiki: " + plan
                        + ":10: race: expected a plan with blocked: true, found one without. Add it.");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    /** They would block a round, because they have one replicate. */
    @Test
    void halvingNeedsFixedTrials() throws IOException {
        Path plan = Files.writeString(
                folder.resolve("plan.yaml"),
                Files.readString(Path.of("../conf/plans/protocol.yaml"))
                        .replace("trials: 0", "trials: 16")
                        .replace("blocked: true", "blocked: true\nrace: {halve: true}"));
        assertThat(collect(plan)).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--plan: expected fixed trials with race.halve, found 16 drawn ones in protocol, which have"
                        + " no repeats. Set trials to 0, or remove halve.");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void anObjectiveIsForActivePlansAndRacesWithARate() throws IOException {
        assertThat(collect(Path.of("../conf/plans/active.yaml"), "--objective=p99"))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--objective: expected a plan with open_loop_rate, found none in the plan active.");
        Path plan = Files.writeString(
                folder.resolve("plan.yaml"),
                Files.readString(Path.of("../conf/plans/sustained.yaml"))
                        .replace("active: {start: 24, budget: 60}", "trials: 24")
                        .replace("open_loop: 20s", "open_loop: 20s, open_loop_rate: 4000"));
        assertThat(collect(plan, "--objective=p99")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--objective: expected an active plan or a race, found sustained, which fixes all trials.");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void anEngineIsThisMachineOrASparkMaster() {
        Path small = Path.of("../conf/plans/small.yaml");
        assertThat(collect(small, "--engine=yarn")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--engine: expected local or spark://HOST:PORT, found yarn.");
        assertThat(collect(small, "--engine=spark://node1:7077", "--datastore=remote:node2"))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("--engine: expected local with an existing node, found spark://node1:7077.");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    private int collect(Path plan, String... more) {
        err.getBuffer().setLength(0);
        List<String> arguments = new ArrayList<>(List.of(
                "collect",
                "--catalogue=../conf/knobs/cassandra-5.0.yaml",
                "--plan=" + plan,
                "--out=" + folder.resolve("out")));
        arguments.addAll(List.of(more));
        return Rafiki.commandLine().setErr(new PrintWriter(err, true)).execute(arguments.toArray(String[]::new));
    }
}
