package io.rafiki.trainer.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.host.DatastoreException;
import org.junit.jupiter.api.Test;

class RedisProgramTest {

    @Test
    void aMissingProgramIsOneLineWithItsRemedy() {
        assertThatThrownBy(() -> RedisProgram.of("/nowhere/redis-server"))
                .isInstanceOf(DatastoreException.class)
                .hasMessage("--datastore: expected the program /nowhere/redis-server, found none."
                        + " Install it (apt-get install redis-server), or name it by redis:PATH.");
    }

    @Test
    void anotherProgramIsOneLine() {
        assertThatThrownBy(() -> RedisProgram.of("true"))
                .isInstanceOf(DatastoreException.class)
                .hasMessageStartingWith("--datastore: expected true to print the version of a Redis server, found '")
                .hasMessageNotContaining("\n");
    }
}
