package io.rafiki.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.cli.Rafiki;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The pages name commands and options that exist, and every command is on a page. */
class CommandPagesTest {

    /** A command in code: up to the end of the span or line. A line of the log begins with {@code rafiki waits}. */
    private static final Pattern COMMAND =
            Pattern.compile("(?m)(?:`|^    (?:\\$ )?)(?:\\./|bin/)?rafiki (?!<|waits )([^`\\n]*)");

    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])(--[a-z][a-z0-9-]*)");
    private static final Pattern SPAN = Pattern.compile("`([^`\\n]+)`");

    /** Options of other programs. */
    private static final Set<String> FOREIGN = Set.of("--strip-components");

    private final Map<String, CommandLine> commands = Rafiki.commandLine().getSubcommands();
    private final Map<String, CommandLine> benchmarks = Benchmarks.commandLine().getSubcommands();
    private final List<String> wrong = new ArrayList<>();
    private final Set<String> named = new TreeSet<>();

    @Test
    void eachCommandAndOptionOnAPageExistsAndEachCommandIsOnAPage() throws IOException {
        Set<String> options = new TreeSet<>(FOREIGN);
        Stream.concat(commands.values().stream(), benchmarks.values().stream())
                .forEach(command -> options.addAll(options(command)));
        options.addAll(options(Rafiki.commandLine()));
        for (Path page : pages()) {
            String text = Files.readString(page);
            COMMAND.matcher(text).results().forEach(found -> check(page, found.group(1)));
            for (MatchResult span : SPAN.matcher(text).results().toList()) {
                OPTION.matcher(span.group(1))
                        .results()
                        .map(MatchResult::group)
                        .filter(option -> !options.contains(option))
                        .forEach(option -> wrong.add(page + ": " + span.group() + ": no command has " + option));
            }
        }
        assertThat(wrong).isEmpty();
        Set<String> all = new TreeSet<>(commands.keySet());
        all.remove("help");
        assertThat(named).containsAll(all);
    }

    private void check(Path page, String text) {
        String[] words = text.split("[\\s;|]+", -1);
        if (words[0].startsWith("--") || words[0].isEmpty()) {
            return;
        }
        boolean isBenchmark = words[0].equals("bench");
        if (isBenchmark && (words.length == 1 || words[1].isEmpty())) {
            return;
        }
        String name = isBenchmark ? words[1] : words[0];
        CommandLine command = (isBenchmark ? benchmarks : commands).get(name);
        if (command == null) {
            wrong.add(page + ": rafiki " + text + ": expected a command, found " + name);
            return;
        }
        named.add(isBenchmark ? "bench " + name : name);
        OPTION.matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(option -> !options(command).contains(option))
                .forEach(option -> wrong.add(page + ": rafiki " + text + ": " + name + " has no " + option));
    }

    /** The options of a command and of the commands in it. */
    private static Set<String> options(CommandLine command) {
        Set<String> names = new TreeSet<>();
        command.getSubcommands().values().forEach(inner -> names.addAll(options(inner)));
        command.getCommandSpec().options().forEach(option -> names.addAll(List.of(option.names())));
        return names;
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Stream.of(
                        "../README.md", "../CONTRIBUTING.md", "../SECURITY.md", "../docs", "../conf")
                .map(Path::of)
                .flatMap(CommandPagesTest::files)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static Stream<Path> files(Path path) {
        try (Stream<Path> files = Files.walk(path)) {
            return files.toList().stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
