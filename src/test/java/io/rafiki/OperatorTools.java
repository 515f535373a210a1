package io.rafiki;

import io.rafiki.trainer.cli.Rafiki;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The programs that an operator runs on a node.
 *
 * @param folder of the node
 * @param jmxPort of the node
 */
record OperatorTools(Path folder, int jmxPort) {

    private static final Pattern ADDRESS = Pattern.compile("http://[\\w.:/-]+");

    /** The output of an operator command of the distribution. */
    String rafiki(String... words) throws IOException, InterruptedException {
        Command command = Command.java(Command.JAVA, folder, rafikiArguments(words));
        if (command.exit() != 0) {
            throw new AssertionError("rafiki " + List.of(words) + ": " + command.output());
        }
        return command.output();
    }

    /** The output of the same command in this JVM. A JVM of its own would take seconds of a busy machine. */
    String rafikiHere(String... words) {
        List<String> arguments = new ArrayList<>(List.of(words));
        arguments.addAll(List.of("-p", Integer.toString(jmxPort)));
        StringWriter output = new StringWriter();
        PrintWriter printer = new PrintWriter(output, true);
        int exit = Rafiki.commandLine().setOut(printer).setErr(printer).execute(arguments.toArray(String[]::new));
        if (exit != 0) {
            throw new AssertionError("rafiki " + List.of(words) + ": " + output);
        }
        return output.toString();
    }

    /** The page that {@code rafiki ui} serves. */
    String page() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(rafikiArguments("ui", "--listen", "0"));
        command.add(0, Command.JAVA.resolve("bin").resolve("java").toString());
        Process server = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader printed = server.inputReader()) {
            String address = printed.lines()
                    .map(ADDRESS::matcher)
                    .filter(Matcher::find)
                    .map(Matcher::group)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("rafiki ui printed no address"));
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
                    .body();
        } finally {
            server.destroy();
        }
    }

    private List<String> rafikiArguments(String... words) {
        List<String> arguments = new ArrayList<>(List.of(
                QuickStart.JIT,
                "-cp",
                Command.classPath(List.of(Distribution.file("lib/trainer/*"), Distribution.file("lib/core/*"))),
                "io.rafiki.trainer.cli.Rafiki"));
        arguments.addAll(List.of(words));
        arguments.addAll(List.of("-p", Integer.toString(jmxPort)));
        return arguments;
    }

    /** What Cassandra's own nodetool prints. */
    String nodetool(String... words) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(nodetoolArguments(folder));
        arguments.addAll(List.of("-p", Integer.toString(jmxPort)));
        arguments.addAll(List.of(words));
        Command nodetool = Command.java(Command.JAVA, folder, arguments);
        if (nodetool.exit() != 0) {
            throw new AssertionError("nodetool " + List.of(words) + ": " + nodetool.output());
        }
        return nodetool.output();
    }

    /** The JVM arguments of Cassandra's nodetool, up to its own. */
    static List<String> nodetoolArguments(Path folder) throws IOException, InterruptedException {
        Path logging = Files.writeString(folder.resolve("nodetool-logback.xml"), "<configuration/>");
        return List.of(
                QuickStart.JIT,
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-Dlogback.configurationFile=" + logging.toUri(),
                "-cp",
                Command.classPath(RealNode.jars()),
                "org.apache.cassandra.tools.NodeTool");
    }
}
