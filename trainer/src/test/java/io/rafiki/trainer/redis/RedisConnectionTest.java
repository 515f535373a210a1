package io.rafiki.trainer.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.host.DatastoreException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers as the protocol's specification shows them. */
class RedisConnectionTest {

    @Test
    void readsEachKindOfAnswer() throws IOException {
        assertThat(read("+OK\r\n")).containsExactly("OK");
        assertThat(read(":1000\r\n")).containsExactly("1000");
        assertThat(read("$12\r\nhello\r\nworld\r\n")).containsExactly("hello\r\nworld");
        assertThat(read("$0\r\n\r\n")).containsExactly("");
        assertThat(read("$-1\r\n")).isEmpty();
        assertThat(read("*2\r\n$2\r\nhz\r\n$2\r\n10\r\n")).containsExactly("hz", "10");
        assertThat(read("*0\r\n")).isEmpty();
    }

    @Test
    void namesTheRejectedCommand() {
        assertThatThrownBy(() -> read("-ERR Unknown option\r\n"))
                .isInstanceOf(DatastoreException.class)
                .hasMessage("redis: expected CONFIG SET hz 5 to succeed, found: ERR Unknown option");
    }

    @Test
    void rejectsWhatIsNoAnswer() {
        assertThatThrownBy(() -> read("HTTP/1.1 400 Bad Request\r\n"))
                .isInstanceOf(DatastoreException.class)
                .hasMessageContaining("found 'HTTP/1.1 400 Bad Request'");
        assertThatThrownBy(() -> read("+O")).isInstanceOf(EOFException.class);
    }

    private static List<String> read(String answer) throws IOException {
        List<String> texts = new ArrayList<>();
        RedisConnection.read(
                new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)), "CONFIG SET hz 5", texts);
        return texts;
    }
}
