package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.operator.ServedBeans;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StatusCommandTest {

    private volatile String line = "auto: no decision yet";
    private ServedBeans node;

    @BeforeEach
    void startNode() throws Exception {
        node = new ServedBeans();
        node.registerTuner(new Tuner());
    }

    @AfterEach
    void stopNode() throws IOException {
        node.close();
    }

    @Test
    void followsTheStatusLineAcrossARestartOfTheNode() throws Exception {
        PipedReader read = new PipedReader();
        CommandLine rafiki = Rafiki.commandLine().setOut(new PrintWriter(new PipedWriter(read), true));
        Thread command = new Thread(
                () -> rafiki.execute("status", "--follow=1", "-F", "json", "-p", Integer.toString(node.port())));
        command.start();
        try (BufferedReader output = new BufferedReader(read)) {
            awaitLine(output, "\"Mode\" : \"auto: no decision yet\"");
            line = "auto: [d1] apply";
            awaitLine(output, "\"Status\" : \"auto: [d1] apply\"");
            node.stop();
            line = "auto: [d2] hold";
            node.start();
            awaitLine(output, "\"Status\" : \"auto: [d2] hold\"");
        } finally {
            command.interrupt();
            command.join();
        }
    }

    private static void awaitLine(BufferedReader output, String expected) throws IOException {
        String found = output.readLine();
        while (!found.strip().replaceAll(",$", "").equals(expected)) {
            found = output.readLine();
        }
        assertThat(found).contains(expected);
    }

    /** Each attribute of the tuner is the same text. */
    private final class Tuner extends ReadOnlyTuner {

        @Override
        public Object getAttribute(String attribute) {
            return line;
        }

        @Override
        public Object invoke(String name, Object[] parameters, String[] signature) {
            return line;
        }
    }
}
