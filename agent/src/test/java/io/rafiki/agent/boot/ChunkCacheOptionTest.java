package io.rafiki.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkCacheOptionTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "chunk_cache: true",
                "mode: auto\r\nchunk_cache:   true   # for read-heavy nodes\r\nwindow: 30s",
                "# rafiki\nchunk_cache: \"true\"",
                "chunk_cache : 'true'\n: : broken below"
            })
    void isOnIfTheFileEnablesIt(String yaml) throws IOException {
        assertThat(ChunkCacheOption.isOn(file(yaml))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "chunk_cache: false",
                "# chunk_cache: true",
                "guardrails:\n  chunk_cache: true",
                "chunk_cache:true",
                "chunk_cache: truely",
                "chunk_cache: True",
                "no_chunk_cache: true"
            })
    void isOffOtherwise(String yaml) throws IOException {
        assertThat(ChunkCacheOption.isOn(file(yaml))).isFalse();
    }

    @Test
    void isOffWithoutAFile() {
        assertThat(ChunkCacheOption.isOn(folder.resolve("absent.yaml"))).isFalse();
    }

    @Test
    void isReadFromAFileThatIsNoText() throws IOException {
        Path file = folder.resolve("rafiki.yaml");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 10});
        assertThat(ChunkCacheOption.isOn(file)).isFalse();
    }

    private Path file(String yaml) throws IOException {
        return Files.write(folder.resolve("rafiki.yaml"), yaml.getBytes(StandardCharsets.UTF_8));
    }
}
