package io.rafiki.trainer.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowLoaderTest {

    @TempDir
    private Path folder;

    /** The folder of YCSB's log is deleted with the trial. */
    @Test
    void aFailedLoadStatesItsCauseAndNoPath() throws Exception {
        Files.writeString(
                folder.resolve("ycsb.log"),
                "starting\nredis: first INSERT ERROR: JedisDataException: OOM command not allowed\nended\n");

        assertThat(RowLoader.incomplete(3, folder))
                .hasMessage("data set: expected every row to be written, found 3 failures: redis: first INSERT ERROR:"
                        + " JedisDataException: OOM command not allowed");
    }
}
