package io.rafiki;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The client of a Redis installation, which asks a server on 127.0.0.1 independently of Rafiki.
 *
 * @param port the server's port
 */
record RedisCli(int port) {

    /** The lines of the answer; none if the server does not answer. */
    List<String> call(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("redis-cli", "-p", Integer.toString(port)));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? answer.lines().toList() : List.of();
    }

    /** The value of a parameter; empty if the server does not answer. */
    String parameter(String name) throws IOException, InterruptedException {
        List<String> pair = call("CONFIG", "GET", name);
        return pair.size() == 2 ? pair.get(1) : "";
    }
}
