package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.ConsoleException;
import io.rafiki.trainer.operator.TunerConsole;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows one decision in full. */
@Command(name = "explain", description = "Shows one decision: reason, predicted gain, changes and outcome.")
final class ExplainCommand extends TunerCommand {

    /** The number of decisions that the tuner keeps. */
    private static final int KEPT = 1_000;

    @Parameters(paramLabel = "ID", description = "The decision's id, such as d42.")
    private String id;

    @Override
    Object execute(TunerConsole tuner) {
        List<?> history = (List<?>) tuner.query("history", new Object[] {KEPT}, new String[] {int.class.getName()});
        return history.stream()
                .filter(decision -> decision instanceof Map<?, ?> map && id.equals(map.get("id")))
                .findFirst()
                .orElseThrow(() -> new ConsoleException("expected the id of one of the last " + KEPT
                        + " decisions, found " + id + ". rafiki history shows them; the journal contains older ones."));
    }
}
