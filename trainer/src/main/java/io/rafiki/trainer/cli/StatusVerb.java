package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.Shown;
import io.rafiki.trainer.operator.TunerConsole;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** Shows the whole state of a tuner. */
@Command(name = "status", description = "Shows what the tuner senses, proposes and has done.")
final class StatusVerb extends TunerVerb {

    private static final List<String> ATTRIBUTES = List.of(
            "Status",
            "Mode",
            "Decisions",
            "Applied",
            "ReadBackFailures",
            "Faults",
            "Workload",
            "Knobs",
            "Configuration",
            "ProposedConfiguration",
            "LastDecision",
            "Model");

    @Override
    Object say(TunerConsole tuner) {
        Map<String, Object> status = new LinkedHashMap<>();
        ATTRIBUTES.forEach(attribute -> status.put(attribute, tuner.get(attribute)));
        return status;
    }

    @Override
    @SuppressWarnings("unchecked")
    String text(Object result) {
        return Shown.status((Map<String, ?>) result);
    }
}
