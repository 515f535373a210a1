package io.rafiki.agent.dl4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.agent.dl4j.Dl4jFailure.Dl4jJarsMissing;
import io.rafiki.agent.dl4j.Dl4jFailure.Dl4jUnusable;
import io.rafiki.reason.ReasonText;
import org.junit.jupiter.api.Test;

class Dl4jFailureTest {

    @Test
    void theAgentWordsItsOwnReasons() {
        assertThat(ReasonText.of(new Dl4jJarsMissing("org/nd4j/Nd4j")))
                .isEqualTo("DL4J's jars are not in lib/dl4j (org/nd4j/Nd4j)");
        assertThat(ReasonText.of(new Dl4jUnusable("no space"))).isEqualTo("DL4J cannot be used: no space");
        assertThat(Dl4jFailure.class.getPermittedSubclasses()).hasSize(2);
    }
}
