package io.rafiki.trainer.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.host.FileTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetTest {

    @TempDir
    private Path folder;

    /** Cassandra rewrites statistics in place; were they shared, one trial would change the next one's data. */
    @Test
    void aCopySharesWhatNeverChangesAndNothingElse() throws IOException {
        Dataset dataset = new Dataset(folder.resolve("prepared"));
        Path table = Files.createDirectories(dataset.data().resolve("data/ycsb/usertable-1"));
        Files.writeString(table.resolve("nb-1-big-Data.db"), "rows");
        Files.writeString(table.resolve("nb-1-big-Statistics.db"), "level 0");
        Path node = folder.resolve("node");

        dataset.copyTo(node);

        Path copy = node.resolve("data/data/ycsb/usertable-1");
        assertThat(Files.isSameFile(copy.resolve("nb-1-big-Data.db"), table.resolve("nb-1-big-Data.db")))
                .isTrue();
        Files.writeString(copy.resolve("nb-1-big-Statistics.db"), "level 1");
        assertThat(table.resolve("nb-1-big-Statistics.db")).hasContent("level 0");
        FileTrees.delete(node);
        assertThat(table.resolve("nb-1-big-Data.db")).hasContent("rows");
    }
}
