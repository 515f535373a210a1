package io.rafiki.knob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.rafiki.config.ConfigException;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.TableName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import javax.management.MBeanServerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a slip of the hand makes of the shipped catalogue, it is usable or refused in one line. */
final class MutatedCatalogueTest {

    private static final int FILES = Boolean.getBoolean("rafiki.long") ? 1_000 : 250;
    private static final List<String> TOKENS = List.of(
            "0", "-1", "1e99", "NaN", "off", "null", "~", "{}", "[]", "[1, 2]", "{a: 1}", "\"", "'", ": ", "- ", "#",
            "*x", "&x y", "!!int x", "|", ">", "---", "...", "%", "@", "\t", "\u0000", "\uFEFF", "µ", "{value}", "<<",
            "? ", "table", "integer");

    @Test
    void isUsableOrRefusedWithFileAndLine(@TempDir Path folder) throws IOException {
        long seed = Long.getLong("rafiki.seed", 20_261_121L);
        Random random = new Random(seed);
        Path file = folder.resolve("mutated.yaml");
        String shipped = Files.readString(Path.of("../conf/knobs/cassandra-5.0.yaml"));
        int refused = 0;
        for (int i = 0; i < FILES; i++) {
            byte[] mutated = mutated(shipped, random);
            Files.write(file, mutated);
            refused += refused(file, "seed=" + seed + " file=" + i, mutated) ? 1 : 0;
        }
        assertThat(refused).as("refused of %d, seed=%d", FILES, seed).isBetween(FILES / 4, FILES * 9 / 10);
    }

    private static boolean refused(Path file, String which, byte[] mutated) {
        try {
            use(KnobCatalogue.read(file, new NodeResources(2, 1024)));
            return false;
        } catch (ConfigException complaint) {
            assertThat(complaint.getMessage()).as(which).startsWith(file + ":").doesNotContain("\n");
            assertThat(complaint.getMessage().substring(file.toString().length()))
                    .as(which)
                    .matches(":[1-9]\\d*: .+");
            return true;
        } catch (RuntimeException | StackOverflowError other) {
            return fail(which + ":\n" + new String(mutated, StandardCharsets.UTF_8), other);
        }
    }

    private static void use(KnobCatalogue catalogue) {
        NodeKnobs node = new NodeKnobs(MBeanServerFactory.newMBeanServer(), catalogue);
        for (KnobDefinition entry : catalogue.entries()) {
            List<Double> codes = new ArrayList<>(entry.knob().singles());
            codes.add(entry.knob().defaultCode());
            for (double code : codes) {
                assertThatThrownBy(() -> node.write(entry.name(), code, List.of(new TableName("ks", "t"))))
                        .isInstanceOf(NodeException.class);
                entry.cassandraYaml(code);
                entry.settings(code);
                entry.tableOptions(code);
                entry.commands(code);
                entry.costOf(entry.knob().defaultCode(), code);
            }
        }
        catalogue.space(catalogue.names()).defaults();
    }

    private static byte[] mutated(String shipped, Random random) {
        List<String> lines = new ArrayList<>(shipped.lines().toList());
        int slips = 1 + random.nextInt(2);
        for (int i = 0; i < slips; i++) {
            slip(lines, random);
        }
        byte[] bytes = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        switch (random.nextInt(40)) {
            case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            default -> {}
        }
        return bytes;
    }

    private static void slip(List<String> lines, Random random) {
        int at = random.nextInt(lines.size());
        String line = lines.get(at);
        int column = random.nextInt(line.length() + 1);
        String token = TOKENS.get(random.nextInt(TOKENS.size()));
        switch (random.nextInt(12)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(at, line);
            case 2 -> Collections.swap(lines, at, random.nextInt(lines.size()));
            case 3 -> lines.set(at, " ".repeat(1 + random.nextInt(4)) + line);
            case 4 -> lines.set(at, line.stripLeading());
            case 5 -> lines.set(at, line.substring(0, column) + token + line.substring(column));
            case 6 -> lines.set(at, line.substring(0, column) + line.substring(Math.min(line.length(), column + 1)));
            case 7 -> lines.set(at, line.substring(0, line.indexOf(':') + 1) + " " + token);
            case 8, 9 -> lines.set(at, withWord(line, token, random));
            case 10 -> lines.set(at, withWord(line, word(lines.get(random.nextInt(lines.size())), random), random));
            default -> lines.set(at, line.substring(0, column));
        }
    }

    private static String withWord(String line, String word, Random random) {
        String old = word(line, random);
        return old.isEmpty() ? line : line.replace(old, word);
    }

    /** Any word of the line; empty if it has none. */
    private static String word(String line, Random random) {
        List<String> words = Arrays.stream(line.split("[^\\w.]+"))
                .filter(word -> !word.isEmpty())
                .toList();
        return words.isEmpty() ? "" : words.get(random.nextInt(words.size()));
    }
}
