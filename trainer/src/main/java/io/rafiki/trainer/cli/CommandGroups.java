package io.rafiki.trainer.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The commands in {@code rafiki --help}, grouped by purpose. */
final class CommandGroups implements IHelpSectionRenderer {

    /** Heading to the names of its commands, in the order of a first use. */
    static final Map<String, List<String>> GROUPS = groups();

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("Try", List.of("demo", "simulate", "replay"));
        groups.put(
                "Operate",
                List.of(
                        "status",
                        "ui",
                        "workload",
                        "propose",
                        "explain",
                        "export",
                        "history",
                        "mode",
                        "apply",
                        "rollback",
                        "pause",
                        "resume",
                        "stop",
                        "reload-model",
                        "cluster"));
        groups.put("Measure", List.of("knobs", "trial", "screen", "collect"));
        groups.put("Train", List.of("train", "recommend"));
        groups.put("Evaluate", List.of("validate", "report"));
        return groups;
    }

    @Override
    public String render(Help help) {
        Map<String, CommandLine> commands =
                new LinkedHashMap<>(help.commandSpec().subcommands());
        StringBuilder text = new StringBuilder();
        GROUPS.forEach((heading, names) -> text.append(group(help, heading, commands, names)));
        return text + group(help, "Other", commands, new ArrayList<>(commands.keySet()));
    }

    /** Removes the commands of a group from those that remain, and lists them. */
    private static String group(Help help, String heading, Map<String, CommandLine> remaining, List<String> names) {
        Help.TextTable table = Help.TextTable.forColumns(
                help.colorScheme(),
                new Help.Column(18, 2, Help.Column.Overflow.SPAN),
                new Help.Column(help.commandSpec().usageMessage().width() - 18, 2, Help.Column.Overflow.WRAP));
        int rows = 0;
        for (String name : names) {
            CommandLine command = remaining.remove(name);
            if (command != null) {
                table.addRowValues(name, summary(command.getCommandSpec().usageMessage()));
                rows++;
            }
        }
        return rows == 0 ? "" : System.lineSeparator() + heading + ":" + System.lineSeparator() + table;
    }

    /** The header of a command, or the first line of its description. */
    private static String summary(UsageMessageSpec usage) {
        return Stream.of(usage.header(), usage.description())
                .flatMap(Stream::of)
                .findFirst()
                .orElse("");
    }
}
