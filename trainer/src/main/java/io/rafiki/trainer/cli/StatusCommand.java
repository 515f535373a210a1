package io.rafiki.trainer.cli;

import io.rafiki.status.Fact;
import io.rafiki.status.Facts;
import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.report.text.TunerFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** Shows the whole state of a tuner. */
@Command(name = "status", description = "Shows the state of the tuner: workload, knobs, last decision and model.")
final class StatusCommand extends TunerCommand {

    private static final List<String> ATTRIBUTES = Stream.concat(
                    Facts.STATUS.stream().map(Fact::capitalised),
                    Stream.of("Workload", "Knobs", "Configuration", "ProposedConfiguration", "LastDecision", "Model"))
            .toList();

    @Override
    Object execute(TunerConsole tuner) {
        Map<String, Object> status = new LinkedHashMap<>();
        ATTRIBUTES.forEach(attribute -> status.put(attribute, tuner.get(attribute)));
        return status;
    }

    @Override
    @SuppressWarnings("unchecked")
    String text(Object result, TunerFormatter formatter) {
        return formatter.status((Map<String, ?>) result);
    }
}
