package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class RafikiTest {

    @Test
    void badInputIsReportedInOneLine() {
        assertThat(errorOutput(new IOException("a.yaml: expected a plan, found none.")))
                .isEqualToIgnoringNewLines("rafiki: a.yaml: expected a plan, found none.");
        assertThat(errorOutput(new IllegalArgumentException("trials: expected 1, found 0.")))
                .isEqualToIgnoringNewLines("rafiki: trials: expected 1, found 0.");
    }

    @Test
    void anInternalErrorIsReportedWithItsStackTrace() {
        assertThat(errorOutput(new ArrayIndexOutOfBoundsException("Index 8221 out of bounds for length 8192")))
                .startsWith("rafiki: Index 8221")
                .contains("Internal error; no measurements were lost.", "at " + RafikiTest.class.getName());
    }

    @Test
    void theHelpListsEachCommandOnceUnderItsPurpose() {
        String help = Rafiki.commandLine().getUsageMessage();
        assertThat(help.lines().filter(line -> line.matches("\\w+:")))
                .containsSubsequence("Try:", "Operate:", "Measure:", "Train:", "Evaluate:");
        assertThat(help).contains("  help ").doesNotContain("%n");
        for (String command : Rafiki.commandLine().getSubcommands().keySet()) {
            assertThat(help.lines().filter(line -> line.matches("  " + command + "( .*)?")))
                    .as(command)
                    .hasSize(1);
        }
        assertThat(help.substring(help.indexOf("Operate:"), help.indexOf("Measure:")))
                .contains("  status ", "  pause ")
                .doesNotContain("  collect ");
    }

    @Test
    void noGroupNamesACommandThatIsMissing() {
        assertThat(Rafiki.commandLine().getSubcommands().keySet())
                .containsAll(CommandGroups.GROUPS.values().stream()
                        .flatMap(List::stream)
                        .toList());
    }

    private static String errorOutput(Exception failure) {
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
