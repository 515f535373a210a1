package io.rafiki.trainer.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.trainer.operator.ConsoleException;
import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.report.text.TunerFormatter;
import java.io.Console;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** An operator's command: connects as nodetool does, calls the node's tuner once, and prints the result. */
abstract class TunerCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("UnusedVariable") // used by picocli
    @Option(names = "--help", usageHelp = true, description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = {"-h", "--host"},
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "The node's host. Default: ${DEFAULT-VALUE}.")
    private String host;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "JMXPORT",
            defaultValue = "7199",
            description = "The node's JMX port. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = {"-u", "--username"},
            paramLabel = "USER",
            description = "JMX user, where the node asks for one.")
    private String username;

    @Option(
            names = {"-pw", "--password"},
            paramLabel = "PASSWORD",
            description = "JMX password; asked for on the terminal if -u is given without it.")
    private String password;

    @Mixin
    private Output output;

    /** Calls the tuner. The result is printed as JSON without conversion, or as text by {@link #text}. */
    abstract Object execute(TunerConsole tuner);

    String text(Object result, TunerFormatter formatter) {
        return formatter.answer(result);
    }

    @SuppressWarnings("SystemConsoleNull") // null without a terminal
    private String password() {
        Console terminal = System.console();
        if (username == null || password != null || terminal == null) {
            return password;
        }
        char[] typed = terminal.readPassword("JMX password of %s: ", username);
        return typed == null ? null : new String(typed);
    }

    @Override
    public final Integer call() throws JsonProcessingException {
        try (TunerConsole tuner = TunerConsole.connect(host, port, username, password())) {
            Object result = execute(tuner);
            PrintWriter out = spec.commandLine().getOut();
            out.println(
                    output.isJson()
                            ? new ObjectMapper()
                                    .writerWithDefaultPrettyPrinter()
                                    .writeValueAsString(result)
                            : text(result, new TunerFormatter(Clock.system(ZoneId.systemDefault()))));
            out.flush();
            return 0;
        } catch (ConsoleException refused) {
            spec.commandLine().getErr().println("rafiki " + spec.name() + ": " + refused.getMessage());
            return 1;
        }
    }
}
