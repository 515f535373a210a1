package io.rafiki.agent.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterSchemaTest {

    @Test
    void aQuoteInTheNameOfADatacenterIsEscaped() {
        assertThat(ClusterSchema.replicas(Set.of("O'Hare"))).isEqualTo("'O''Hare': 3");
    }
}
