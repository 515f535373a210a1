package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The load generator of a Redis installation, which measures a server on 127.0.0.1 independently of Rafiki and YCSB.
 *
 * @param port the server's port
 * @param connections that send one command after the other
 * @param keys number of keys: {@code __rand_int__} in a command becomes a random one of them, in twelve digits
 */
record RedisBenchmark(int port, int connections, int keys) {

    private static final int OPERATIONS = 50_000;
    private static final int RUNS = 3;
    private static final Pattern RATE = Pattern.compile("(?m)^\"[^\"]*\",\"([0-9.]+)\"");

    /** Operations per second: the best of three runs, because other processes only lower a rate. */
    double rate(String... words) throws IOException, InterruptedException {
        double best = 0;
        for (int i = 0; i < RUNS; i++) {
            best = Math.max(best, run(words));
        }
        return best;
    }

    private double run(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("redis-benchmark", "-h", "127.0.0.1", "--csv"));
        command.addAll(List.of("-p", Integer.toString(port), "-c", Integer.toString(connections)));
        command.addAll(List.of("-n", Integer.toString(OPERATIONS), "-r", Integer.toString(keys)));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        Matcher rate = RATE.matcher(printed);
        assertThat(rate.find()).as(printed).isTrue();
        return Double.parseDouble(rate.group(1));
    }
}
