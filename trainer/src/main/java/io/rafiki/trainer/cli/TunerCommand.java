package io.rafiki.trainer.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.cassandra.Reconnection;
import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.operator.ConsoleException;
import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.report.text.TunerFormatter;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** An operator's command: connects as nodetool does, calls the node's tuner once, and prints the result. */
abstract class TunerCommand implements Callable<Integer> {

    private static final String HOST = "127.0.0.1";
    private static final String PORT = "7199";

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("UnusedVariable") // used by picocli
    @Option(names = "--help", usageHelp = true, description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = {"-h", "--host"},
            paramLabel = "HOST",
            defaultValue = HOST,
            description = "The node's host. Default: ${DEFAULT-VALUE}.")
    private String host;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "JMXPORT",
            defaultValue = PORT,
            description = "The node's JMX port. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Mixin
    private JmxOptions jmx;

    @Mixin
    private Output output;

    /** Rejects values out of range before the connection. */
    void requireOptions(CommandSpec command) {
        // most commands have no option with a range
    }

    /** Calls the tuner. The result is printed as JSON without conversion, or as text by {@link #text}. */
    abstract Object execute(TunerConsole tuner);

    String text(Object result, TunerFormatter formatter) {
        return formatter.answer(result);
    }

    /**
     * The login that the options state.
     *
     * @throws IOException with one line, if it is incomplete or a file cannot be read
     */
    final JmxLogin login() throws IOException {
        return jmx.login();
    }

    /**
     * The options of the same login for a command in a file.
     *
     * @throws IllegalArgumentException with one line, if the password itself is an option
     */
    final List<String> loginOptions() {
        return jmx.repeated();
    }

    /** The contacted node. */
    final String node() {
        return host + ":" + port;
    }

    /** The options of a further command for the contacted node, each after a space; empty for the default node. */
    final String options() {
        return (host.equals(HOST) ? "" : " -h " + host) + (PORT.equals(Integer.toString(port)) ? "" : " -p " + port);
    }

    /** The bean of the agent that the command calls. */
    TunerConsole.Bean bean() {
        return TunerConsole.Bean.TUNER;
    }

    /** The attempts after a loss of the connection; none for a command that ends at once. */
    Reconnection reconnection() {
        return Reconnection.NEVER;
    }

    /** Continues after the first result. */
    void continueWith(TunerConsole tuner) throws InterruptedException {
        // most commands end with their first result
    }

    @Override
    public Integer call() throws Exception {
        requireOptions(spec);
        try (TunerConsole tuner = TunerConsole.connect(host, port, login(), reconnection(), bean())) {
            Object result = execute(tuner);
            print(result, () -> text(result, new TunerFormatter(Clock.system(ZoneId.systemDefault()), options())));
            continueWith(tuner);
            return 0;
        } catch (ConsoleException | DatastoreException refused) {
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + refused.getMessage());
            return 1;
        }
    }

    /**
     * Prints a result in the requested format.
     *
     * @return whether the output still has a reader
     */
    final boolean print(Object result, Supplier<String> text) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(output.isJson() ? json(result) : text.get());
        return !out.checkError() && !System.out.checkError();
    }

    private static String json(Object result) {
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(result);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
