package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.report.text.TunerFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** Shows the whole state of a tuner. */
@Command(name = "status", description = "Shows the state of the tuner: workload, knobs, last decision and model.")
final class StatusCommand extends TunerCommand {

    private static final List<String> ATTRIBUTES = List.of(
            "Status",
            "Mode",
            "Decisions",
            "PlansApplied",
            "ReadBackFailures",
            "TickErrors",
            "Workload",
            "Knobs",
            "Configuration",
            "ProposedConfiguration",
            "LastDecision",
            "Model");

    @Override
    Object execute(TunerConsole tuner) {
        Map<String, Object> status = new LinkedHashMap<>();
        ATTRIBUTES.forEach(attribute -> status.put(attribute, tuner.get(attribute)));
        return status;
    }

    @Override
    @SuppressWarnings("unchecked")
    String text(Object result) {
        return TunerFormatter.status((Map<String, ?>) result);
    }
}
