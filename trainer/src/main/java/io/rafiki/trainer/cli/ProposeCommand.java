package io.rafiki.trainer.cli;

import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.report.text.TunerFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;

/** Asks the tuner for a proposal. */
@Command(
        name = "propose",
        description = "Searches the best configuration for the workload of the last window. Changes nothing.")
final class ProposeCommand extends TunerCommand {

    @Override
    Object execute(TunerConsole tuner) {
        Map<String, Object> proposed = new LinkedHashMap<>();
        if (tuner.invoke("propose", new Object[0], new String[0]) instanceof Map<?, ?> decision) {
            decision.forEach((name, value) -> proposed.put(String.valueOf(name), value));
        }
        proposed.put("priceClasses", tuner.get("PriceClasses"));
        return proposed;
    }

    @Override
    @SuppressWarnings("unchecked")
    String text(Object result, TunerFormatter formatter) {
        return formatter.proposal((Map<String, ?>) result);
    }
}
