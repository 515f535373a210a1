package io.rafiki.trainer.campaign;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialFailure;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RepeatedFailuresTest {

    private static final Path FOLDER = Path.of("absent");

    private final RepeatedFailures failures = new RepeatedFailures();

    @Test
    void causesThatDifferInNumbersAreTheSame() throws Exception {
        failures.add(failed(new TrialFailure.OperationsFailed(7)), FOLDER);
        failures.add(failed(new TrialFailure.OperationsFailed(12_345)), FOLDER);
        assertThatThrownBy(() -> failures.add(failed(new TrialFailure.OperationsFailed(80)), FOLDER))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "stopped: 3 trials in a row ended with: YCSB: expected no failed operation, found 80 See ");
    }

    @Test
    void anotherCodeOrTextOrAGoodTrialBeginsTheCountAgain() throws Exception {
        for (int i = 0; i < 3; i++) {
            failures.add(failed(new TrialFailure.NodeOrClientFailed("node: ended")), FOLDER);
            failures.add(failed(new TrialFailure.NodeOrClientFailed("node: ended")), FOLDER);
            failures.add(failed(new TrialFailure.PortTaken("node: ended")), FOLDER);
            failures.add(failed(new TrialFailure.PortTaken("node: stopped")), FOLDER);
            failures.add(failed(new TrialFailure.PortTaken("node: stopped")), FOLDER);
            failures.add(Lines.measured("b"), FOLDER);
            failures.add(failed(new TrialFailure.PortTaken("node: stopped")), FOLDER);
        }
    }

    /** On a full disk there is no log. */
    @Test
    void aTrialWithoutALogNamesTheFolder() throws Exception {
        Trial failed = new JsonMapper().readValue("{\"id\":\"a\",\"status\":\"failed\"}", Trial.class);
        failures.add(failed, FOLDER);
        failures.add(failed, FOLDER);
        assertThatThrownBy(() -> failures.add(failed, FOLDER))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith(" See " + FOLDER + ".");
    }

    private static Trial failed(TrialFailure failure) {
        return Lines.ended("a", failure);
    }
}
