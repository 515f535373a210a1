package io.rafiki.trainer.cassandra;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rafiki.trainer.host.FileTrees;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/**
 * A node's data folder, loaded and compacted once. Each trial receives a copy.
 *
 * <p>Cassandra never modifies the large components of an sstable, it only unlinks them. Therefore the copy consists of hard links and is
 * almost free. Small files (statistics, schema, system tables) are copied.
 *
 * @param folder contains {@code data} and {@code manifest.json}
 */
public record Dataset(Path folder) {

    private static final List<String> IMMUTABLE =
            List.of("-Data.db", "-Index.db", "-Filter.db", "-Partitions.db", "-Rows.db");
    private static final JsonMapper JSON = new JsonMapper();

    /** The folder of the table's files. */
    public Path data() {
        return folder.resolve("data");
    }

    /** Copies the data set into the node's data folder. */
    public void copyTo(Path nodeFolder) throws IOException {
        Path from = data();
        Path to = new NodeFolder(nodeFolder.toAbsolutePath()).data();
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(each)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copy = to.resolve(from.relativize(file));
                if (IMMUTABLE.stream().anyMatch(file.toString()::endsWith)) {
                    linkOrCopy(copy, file);
                } else {
                    Files.copy(file, copy);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Links the file, or copies it if the target is on another file system or hard links are not supported. */
    private static void linkOrCopy(Path copy, Path file) throws IOException {
        try {
            Files.createLink(copy, file);
        } catch (UnsupportedOperationException | FileSystemException noLinks) {
            Files.copy(file, copy);
        }
    }

    /** Whether the folder contains a complete data set with exactly this manifest. */
    boolean holds(ObjectNode manifest) throws IOException {
        Path file = folder.resolve("manifest.json");
        return Files.exists(file)
                && JSON.readTree(file.toFile()).get("holds").toString().equals(manifest.toString());
    }

    /** Marks the folder as complete. */
    void complete(ObjectNode manifest) throws IOException {
        ObjectNode all = JSON.createObjectNode();
        all.set("holds", manifest);
        all.put("bytes", FileTrees.bytes(data()));
        all.put(
                "sstables",
                FileTrees.files(data()).stream()
                        .filter(file -> file.toString().contains("/" + DatasetStore.KEYSPACE + "/")
                                && file.toString().endsWith("-Data.db"))
                        .count());
        JSON.writerWithDefaultPrettyPrinter()
                .writeValue(folder.resolve("manifest.json").toFile(), all);
    }
}
