package io.rafiki.trainer.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatastoreTest {

    @Test
    void readsEachForm() {
        assertThat(Datastore.parse("embedded", "5.0.9")).isEqualTo(new Datastore.Embedded("5.0.9"));
        assertThat(Datastore.parse("home:/opt/cassandra", "5.0.9"))
                .isEqualTo(new Datastore.Home(Path.of("/opt/cassandra")));
        assertThat(Datastore.parse("docker:cassandra:5.0", "5.0.9")).isEqualTo(new Datastore.Docker("cassandra:5.0"));
        assertThat(Datastore.parse("remote:db1", "5.0.9")).isEqualTo(new Datastore.Remote("db1", 9042, 7199));
        assertThat(Datastore.parse("remote:db1:9142", "5.0.9")).isEqualTo(new Datastore.Remote("db1", 9142, 7199));
        assertThat(Datastore.parse("remote:[::1]:9142", "5.0.9")).isEqualTo(new Datastore.Remote("::1", 9142, 7199));
        assertThat(Datastore.parse("remote:10.0.0.7:9142:7299", "5.0.9"))
                .isEqualTo(new Datastore.Remote("10.0.0.7", 9142, 7299));
        assertThat(Datastore.parse("redis", "5.0.9")).isEqualTo(new Datastore.Redis("redis-server"));
        assertThat(Datastore.parse("redis:/opt/redis/redis-server", "5.0.9"))
                .isEqualTo(new Datastore.Redis("/opt/redis/redis-server"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "embedded",
                "home:/opt/redis",
                "docker:redis:7",
                "remote:redis1:9142:7299",
                "redis",
                "redis:/opt/redis/redis-server"
            })
    void tellsItsSystemFromItsRecord(String text) {
        assertThat(Datastore.system(text))
                .isEqualTo(Datastore.parse(text, "5.0.9").system())
                .isEqualTo(text.startsWith("redis") ? "Redis" : "Cassandra");
        assertThat(Datastore.system(null)).as("an old trial").isEqualTo("Cassandra");
    }

    @Test
    void aPathIsAbsoluteForAnotherFolder() {
        assertThat(Datastore.parse("home:cassandra", "5.0.9").absolute())
                .isEqualTo("home:" + Path.of("cassandra").toAbsolutePath());
        assertThat(Datastore.parse("redis", "5.0.9").absolute()).isEqualTo("redis");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "embedded",
                "home:/opt/cassandra",
                "docker:cassandra:5.0",
                "remote:db1:9142:7299",
                "remote:[::1]:9142:7299",
                "redis",
                "redis:/opt/redis/redis-server"
            })
    void isWrittenAsItIsRead(String text) {
        assertThat(Datastore.parse(text, "5.0.9")).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "home",
                "home:",
                "docker:",
                "remote:",
                "remote:db1:x",
                "remote:db1:1:2:3",
                "redis:",
                "mongo:db1"
            })
    void namesTheFormsWhereItIsNone(String text) {
        assertThatThrownBy(() -> Datastore.parse(text, "5.0.9"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected embedded, home:<CASSANDRA_HOME>, docker:<image>,"
                        + " remote:<host>[:<cql port>[:<jmx port>]] or redis[:<redis-server>], found " + text + ".");
    }

    @Test
    void aPortIsAPort() {
        assertThatThrownBy(() -> Datastore.parse("remote:db1:70000", "5.0.9"))
                .hasMessage("expected a port 1..65535, found 70000.");
    }
}
