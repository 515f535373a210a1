package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A value out of range is refused before a node is contacted or started. */
class OptionRangeTest {

    @RegisterExtension
    private final CheckoutCommand rafiki = new CheckoutCommand();

    @Test
    void aHistoryHasAtLeastOneDecision() {
        assertThat(rafiki.refused("history", "-n", "0")).startsWith("-n: expected 1 or more, found 0.");
    }

    @Test
    void aStatusFollowsAtAnIntervalOfSeconds() {
        assertThat(rafiki.refused("status", "--follow=0")).startsWith("--follow: expected 1 or more, found 0.");
    }

    @Test
    void aPageHasAPort() {
        assertThat(rafiki.refused("ui", "--listen=65536")).startsWith("--listen: expected 0..65535, found 65536.");
        assertThat(rafiki.refused("ui", "--listen=-1")).startsWith("--listen: expected 0..65535, found -1.");
    }

    @Test
    void aSessionMeasuresNoNegativeNumberOfTrials(@TempDir Path folder) {
        Path out = folder.resolve("out");
        for (String command : new String[] {"collect", "screen"}) {
            assertThat(rafiki.refused(command, "--plan=small", "--out=" + out, "--max-trials=-1"))
                    .startsWith("--max-trials: expected 0 or more, found -1.");
        }
        assertThat(out).doesNotExist();
    }
}
