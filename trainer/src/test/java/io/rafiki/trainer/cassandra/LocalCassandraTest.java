package io.rafiki.trainer.cassandra;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.host.DatastoreException;
import org.junit.jupiter.api.Test;

class LocalCassandraTest {

    @Test
    void aJavaThatDoesNotRunCassandraIsNamedInOneLine() {
        assertThatCode(() -> LocalCassandra.requireJava(17)).doesNotThrowAnyException();
        assertThatThrownBy(() -> LocalCassandra.requireJava(21))
                .isInstanceOf(DatastoreException.class)
                .hasMessage("node: expected a JDK 17 for Cassandra, found Java 21. Set JAVA_HOME to a JDK 17.");
    }
}
