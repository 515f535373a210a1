package io.rafiki.trainer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterPageTest {

    /** A command without an address would change the node at the default port. */
    @Test
    void theCommandsOfAProposalContactTheShownNode() {
        Map<String, String> gain =
                Map.of("cost", "instant", "command", "rafiki mode approve && rafiki apply d3 --allow instant");
        Map<String, Object> tuner = Map.of("PriceClasses", List.of(gain));
        assertThat(new ClusterPage("db1:7299", " -h db1 -p 7299", Clock.systemUTC()).html(tuner, Map.of()))
                .contains("rafiki mode -h db1 -p 7299 approve", "rafiki apply -h db1 -p 7299 d3 --allow instant");
    }
}
