package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClusterRunnerTest {

    /** Nodes with different versions only observe. */
    @Test
    void nodesWithDifferentWindowsReportDifferentVersions() {
        assertThat(ClusterRunner.versions("1.0 on 5.0.4", Duration.ofSeconds(30)))
                .isEqualTo("1.0 on 5.0.4 (window 30.0 s)");
        assertThat(ClusterRunner.versions("1.0 on 5.0.4", Duration.ofMillis(2_500)))
                .isEqualTo("1.0 on 5.0.4 (window 2.5 s)");
    }
}
