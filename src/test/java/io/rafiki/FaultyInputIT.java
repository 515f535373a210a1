package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import io.rafiki.model.SealedZip;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;

/** Faulty files on a node. The node starts and serves; the tuner reports the error once and changes nothing. */
class FaultyInputIT {

    @TempDir
    Path folder;

    @Test
    @Execution(CONCURRENT)
    void aBrokenSettingsFileLeavesTheNodeObserved() throws Exception {
        Path settings = Files.writeString(folder.resolve("rafiki.yaml"), "mode: auto\nchunk_cash: true\n");
        try (RealNode node = RealNode.start(folder, RealNode.agent(settings))) {
            node.awaitTuner();
            assertThat(node.tuner("Mode")).isEqualTo("observe");
            assertThat(warnings(node)).singleElement().asString().contains(settings + ":2: chunk_cash", "chunk_cache");
        }
    }

    /** This node's installation lacks lib/dl4j as well, as an operator may leave it out. */
    @Test
    @Execution(CONCURRENT)
    void badBundlesAreRefusedAndTheLastGoodOneStays() throws Exception {
        Path missing = folder.resolve("missing.zip");
        Path settings =
                Files.writeString(folder.resolve("rafiki.yaml"), "model: " + missing + "\nnative_cache: native\n");
        try (RealNode node = RealNode.start(folder, "-javaagent:" + withoutDl4j() + "=" + settings)) {
            node.awaitTuner();
            assertThat(warnings(node)).singleElement().asString().contains(missing.toString());

            Path good = SmallModel.write(folder.resolve("good.zip"));
            node.tunerOperation("reloadModel", good.toString());
            assertThat(node.model()).containsEntry("file", good.toString()).containsEntry("engine", "compiled");
            assertThat(node.model().get("engineFailure")).asString().contains("lib/dl4j");

            for (Path bad : List.of(truncated(good), flipped(good), serialized(good))) {
                assertThatThrownBy(() -> node.tunerOperation("reloadModel", bad.toString()))
                        .hasMessageContaining(bad.toString());
                assertThat(warnings(node))
                        .filteredOn(line -> line.contains(bad.toString()))
                        .hasSize(1);
                assertThat(node.model()).containsEntry("file", good.toString());
            }
        }
    }

    private static List<String> warnings(RealNode node) throws IOException {
        return node.log()
                .lines()
                .filter(line -> line.matches("(WARN|ERROR).*"))
                .filter(line -> line.contains("[rafiki]") || line.contains("RMI TCP"))
                .toList();
    }

    /** A copy of the distribution without DL4J. */
    private Path withoutDl4j() throws IOException {
        Path home = folder.resolve("installation");
        for (String name : List.of("lib/core", "lib/agent", "conf/knobs")) {
            Files.createDirectories(home.resolve(name));
            try (Stream<Path> files = Files.list(Distribution.file(name))) {
                for (Path file : files.toList()) {
                    Files.copy(file, home.resolve(name).resolve(file.getFileName()));
                }
            }
        }
        return Files.copy(Distribution.agentJar(), home.resolve("rafiki-agent.jar"));
    }

    private Path truncated(Path bundle) throws IOException {
        byte[] bytes = Files.readAllBytes(bundle);
        return Files.write(folder.resolve("truncated.zip"), Arrays.copyOf(bytes, bytes.length / 2));
    }

    /** A sealed bundle in which a network's zip has an entry that DL4J reads by Java serialization. */
    private Path serialized(Path bundle) throws IOException {
        Map<String, byte[]> entries = entries(Files.readAllBytes(bundle));
        byte[] network = entries.get("member-00.zip");
        Map<String, byte[]> more = entries(network);
        more.put("preprocessor.bin", new byte[] {1});
        byte[] changed = SealedZip.write(more, false);
        String manifest = new String(entries.get("manifest.json"), StandardCharsets.UTF_8);
        entries.put("member-00.zip", changed);
        entries.put(
                "manifest.json",
                manifest.replace(sha256(network), sha256(changed)).getBytes(StandardCharsets.UTF_8));
        return Files.write(folder.resolve("serialized.zip"), SealedZip.write(entries, true));
    }

    private static Map<String, byte[]> entries(byte[] bytes) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), zip.readAllBytes());
            }
        }
        return entries;
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private Path flipped(Path bundle) throws IOException {
        byte[] bytes = Files.readAllBytes(bundle);
        bytes[bytes.length / 2] ^= 1;
        return Files.write(folder.resolve("flipped.zip"), bytes);
    }
}
