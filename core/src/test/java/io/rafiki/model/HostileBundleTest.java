package io.rafiki.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.surrogate.Models;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bundles with a valid checksum whose sizes would fill the node's heap. A JVM with a small heap, which ends at an OutOfMemoryError, reads them. */
class HostileBundleTest {

    private static final int WIDE = 1 << 28;
    private static final String REFERENCE_TO_MEMBER = "\"file\" : \"member-00.zip\"";

    @TempDir
    Path folder;

    private final Map<String, byte[]> sound = new LinkedHashMap<>();

    @Test
    void isRefusedWithOneLineBeforeMemoryIsAllocated() throws Exception {
        sound.putAll(SealedZip.read(Models.bundle().toBytes(), name -> SealedZip.MAX_BYTES));
        List<Path> bundles = new ArrayList<>(List.of(
                write("overflow", withMember(Models.zip(new int[] {14, WIDE, 1}, new double[1]))),
                write("wide", withMember(Models.zip(new int[] {8, WIDE, 1}, new double[1]))),
                write("deep", withMember(Models.zip(deep(), new double[1]))),
                write("claimed", withMember(Models.zip(new int[] {8, 300, 300, 1}, new double[1]))),
                write("inputs", withManifest(manifest().replace("\"inputs\" : [", "\"inputs\" : [" + inputs()))),
                write("long-text", withManifest(manifest().replace("\"ab12\"", "\"" + "a".repeat(12 << 20) + "\""))),
                write("heavy", heavy()),
                write("one-file-many-members", shared())));
        bundles.add(write("bomb", withMember(bomb())));
        bundles.add(write("entries", entries()));
        bundles.add(Files.write(folder.resolve("large.zip"), new byte[17 << 20]));

        Process reader = new ProcessBuilder(command(bundles))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        assertThat(reader.waitFor(2, TimeUnit.MINUTES)).isTrue();
        List<String> lines = Files.readAllLines(folder.resolve("out"));
        assertThat(reader.exitValue()).as("%s", lines).isZero();
        assertThat(lines).hasSameSizeAs(bundles);
        for (int i = 0; i < bundles.size(); i++) {
            assertThat(lines.get(i))
                    .startsWith("refused " + bundles.get(i) + ": ")
                    .contains("expected");
        }
    }

    /** Reads bundles, and prints one line for each. */
    static final class Reader {

        private Reader() {}

        public static void main(String[] files) {
            for (String file : files) {
                try {
                    ModelBundle.read(Path.of(file)).ensemble();
                    System.out.println("accepted " + file);
                } catch (BundleException e) {
                    System.out.println("refused " + e.getMessage());
                }
            }
        }
    }

    private static List<String> command(List<Path> bundles) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Reader.class.getName()));
        bundles.forEach(bundle -> command.add(bundle.toString()));
        return command;
    }

    private static int[] deep() {
        int[] layers = new int[300];
        Arrays.fill(layers, 8);
        layers[299] = 1;
        return layers;
    }

    private static String inputs() {
        return "{ \"input\" : \"indicator\", \"knob\" : \"compaction\", \"value\" : \"Leveled\" },".repeat(15_000);
    }

    /** The zip of one network that unpacks to 15 MiB. */
    private static byte[] bomb() {
        return SealedZip.write(
                Map.of("configuration.json", Models.configuration(8, 1), "coefficients.bin", new byte[15 << 20]),
                false);
    }

    /** Sixty networks of 6 MB each, which compress well. */
    private Map<String, byte[]> heavy() {
        int[] layers = {8, 900, 900, 1};
        byte[] zip = Models.zip(layers, new double[8 * 900 + 900 + 900 * 900 + 900 + 901]);
        Map<String, byte[]> bundle = new LinkedHashMap<>(sound);
        StringBuilder members = new StringBuilder();
        for (int m = 3; m < 63; m++) {
            bundle.put(Manifest.file(m), zip);
            members.append(member(Manifest.file(m), zip));
        }
        bundle.put("manifest.json", bytes(manifest().replace("\"members\" : [ {", "\"members\" : [ " + members + "{")));
        return bundle;
    }

    /** Many members that name the same large file. */
    private Map<String, byte[]> shared() {
        Map<String, byte[]> bundle = withMember(
                SealedZip.write(Map.of("configuration.json", random(), "coefficients.bin", new byte[0]), false));
        byte[] zip = bundle.get("member-00.zip");
        String manifest = new String(bundle.get("manifest.json"), StandardCharsets.UTF_8);
        bundle.put(
                "manifest.json",
                bytes(manifest.replace(
                        "\"members\" : [ {",
                        "\"members\" : [ " + member("member-00.zip", zip).repeat(990) + "{")));
        return bundle;
    }

    private static byte[] random() {
        byte[] noise = new byte[200 << 10];
        new Random(3).nextBytes(noise);
        return noise;
    }

    private Map<String, byte[]> entries() {
        Map<String, byte[]> bundle = new LinkedHashMap<>(sound);
        for (int i = 0; i < 100_000; i++) {
            bundle.put(Integer.toString(i), new byte[0]);
        }
        return bundle;
    }

    private static String member(String file, byte[] zip) {
        return "{ \"file\" : \"" + file + "\", \"sha256\" : \"" + SealedZip.sha256(zip)
                + "\", \"prior\" : \"single\", \"error\" : 0.1, \"effectiveParameters\" : 1.0,"
                + " \"target\" : { \"logarithmic\" : false, \"centre\" : 1.0, \"half\" : 1.0 } }, ";
    }

    private String manifest() {
        return new String(sound.get("manifest.json"), StandardCharsets.UTF_8);
    }

    private Map<String, byte[]> withManifest(String manifest) {
        Map<String, byte[]> bundle = new LinkedHashMap<>(sound);
        assertThat(manifest).isNotEqualTo(manifest());
        bundle.put("manifest.json", bytes(manifest));
        return bundle;
    }

    /** The bundle with another first network. */
    private Map<String, byte[]> withMember(byte[] zip) {
        assertThat(manifest()).contains(REFERENCE_TO_MEMBER);
        Map<String, byte[]> bundle =
                withManifest(manifest().replace(SealedZip.sha256(sound.get("member-00.zip")), SealedZip.sha256(zip)));
        bundle.put("member-00.zip", zip);
        return bundle;
    }

    private Path write(String name, Map<String, byte[]> entries) throws IOException {
        return Files.write(folder.resolve(name + ".zip"), SealedZip.write(entries, true));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
