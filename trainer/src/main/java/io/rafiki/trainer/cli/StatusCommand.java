package io.rafiki.trainer.cli;

import io.rafiki.status.Fact;
import io.rafiki.status.Facts;
import io.rafiki.trainer.cassandra.Reconnection;
import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.report.text.TunerFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Shows the whole state of a tuner. */
@Command(name = "status", description = "Shows the state of the tuner: workload, knobs, last decision and model.")
final class StatusCommand extends TunerCommand {

    private static final List<String> ATTRIBUTES = Stream.concat(
                    Facts.STATUS.stream().map(Fact::capitalised),
                    Stream.of(
                            "Workload",
                            "Knobs",
                            "Configuration",
                            "ProposedConfiguration",
                            "LastDecision",
                            "PriceClasses",
                            "Model"))
            .toList();

    @Option(
            names = "--follow",
            arity = "0..1",
            paramLabel = "SECONDS",
            fallbackValue = "5",
            description = "Afterwards print the status line at this interval, also across restarts of the node."
                    + " Default: ${FALLBACK-VALUE}.")
    private int follow;

    @Override
    void requireOptions(CommandSpec command) {
        if (command.commandLine().getParseResult().hasMatchedOption("--follow")) {
            OptionRange.requireAtLeast(command, "--follow", 1, follow);
        }
    }

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

    @Override
    Reconnection reconnection() {
        return follow > 0 ? Reconnection.LONG : Reconnection.NEVER;
    }

    @Override
    void continueWith(TunerConsole tuner) throws InterruptedException {
        boolean isRead = true;
        while (follow > 0 && isRead) {
            TimeUnit.SECONDS.sleep(follow);
            Object line = tuner.get("Status");
            isRead = print(Map.of("Status", line), () -> Objects.toString(line));
        }
    }
}
