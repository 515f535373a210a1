package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandLineTextTest {

    @Test
    void quotesWhatAShellWouldChange() {
        assertThat(CommandLineText.command(List.of("collect", "--plan", "my plan.yaml", "it's")))
                .endsWith(" collect --plan 'my plan.yaml' 'it'\\''s'");
    }

    /** The command is printed, also to files of logs. */
    @Test
    void omitsThePassword() {
        assertThat(CommandLineText.command(
                        List.of("collect", "-u", "op", "-pw", "secret", "--password=secret", "--out", "runs")))
                .endsWith(" collect -u op --out runs");
    }
}
