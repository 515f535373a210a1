package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class RafikiTest {

    @Test
    void whatIsRefusedTakesOneLine() {
        assertThat(said(new IOException("a.yaml: expected a plan, found none.")))
                .isEqualToIgnoringNewLines("rafiki: a.yaml: expected a plan, found none.");
        assertThat(said(new IllegalArgumentException("trials: expected 1, found 0.")))
                .isEqualToIgnoringNewLines("rafiki: trials: expected 1, found 0.");
    }

    @Test
    void aFaultSaysWhere() {
        assertThat(said(new ArrayIndexOutOfBoundsException("Index 8221 out of bounds for length 8192")))
                .startsWith("rafiki: Index 8221")
                .contains("fault of Rafiki's own", "at " + RafikiTest.class.getName());
    }

    private static String said(Exception failure) {
        StringWriter err = new StringWriter();
        CommandLine rafiki = Rafiki.commandLine().addSubcommand("failing", new Failing(failure));
        rafiki.setErr(new PrintWriter(err));
        assertThat(rafiki.execute("failing")).isEqualTo(1);
        return err.toString();
    }

    @Command
    private record Failing(Exception failure) implements Callable<Integer> {

        @Override
        public Integer call() throws Exception {
            throw failure;
        }
    }
}
