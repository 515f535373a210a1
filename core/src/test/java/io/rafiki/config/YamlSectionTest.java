package io.rafiki.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class YamlSectionTest {

    enum Cost {
        INSTANT,
        NEW_SSTABLES
    }

    @Test
    void readsWhatAUserWrites() throws ConfigException {
        YamlSection top = YamlSection.parse(
                "rafiki.yaml",
                """
                mode: auto            # a comment
                window: 30s
                cache: 64MiB
                gain: 5e-2
                count: 40
                on: true
                cost: new_sstables
                costs: [instant, new_sstables]
                knobs:
                  - a
                  - Unified(T4)
                one: single
                guards: {least: 10}
                phases: [{ratio: 0.9}, {ratio: 0.1}]
                option: {class: C, n: "8"}
                empty:
                """);

        assertThat(top.text("mode")).isEqualTo("auto");
        assertThat(top.duration("window")).isEqualTo(Duration.ofSeconds(30));
        assertThat(top.bytes("cache")).isEqualTo(64L << 20);
        assertThat(top.number("gain", 0, 1)).isEqualTo(0.05);
        assertThat(top.integer("count", 1, 40)).isEqualTo(40);
        assertThat(top.flag("on", false)).isTrue();
        assertThat(top.choice("cost", Cost.class)).isEqualTo(Cost.NEW_SSTABLES);
        assertThat(top.choices("costs", Cost.class, List.of())).containsExactly(Cost.INSTANT, Cost.NEW_SSTABLES);
        assertThat(top.texts("knobs")).containsExactly("a", "Unified(T4)");
        assertThat(top.texts("one")).containsExactly("single");
        assertThat(top.section("guards").integer("least", 0, 99)).isEqualTo(10);
        assertThat(top.sections("phases")).hasSize(2);
        assertThat(top.sections("phases").get(1).number("ratio", 0, 1)).isEqualTo(0.1);
        assertThat(top.textMap("option")).containsExactly(Map.entry("class", "C"), Map.entry("n", "8"));
        assertThat(top.has("empty")).isFalse();
        assertThat(top.text("empty", "fallback")).isEqualTo("fallback");
        assertThat(top.duration("absent", Duration.ofDays(1))).isEqualTo(Duration.ofDays(1));
        assertThat(top.line("knobs")).isEqualTo(9);
    }

    @Test
    void anUnknownKeyIsAnsweredWithTheNearest() throws ConfigException {
        YamlSection top = YamlSection.parse("f", "mode: auto\n\nguards:\n  cooldwon: 30s\n");

        assertFault(
                () -> top.section("guards").allow("cooldown", "gain"),
                "f:4: guards.cooldwon: unknown key. Did you mean cooldown?");
        assertFault(() -> top.allow("model", "journal"), "f:1: mode: unknown key. Did you mean model?");
        assertFault(() -> top.allow("journal"), "f:1: mode: unknown key. Valid: journal.");
    }

    @Test
    void aWrongValueIsNamedWithItsLineAndWhatWasExpected() throws ConfigException {
        YamlSection top = YamlSection.parse(
                "f",
                "a: 3\nb:\n  - x\nc: yes\nd: 30\ne: 5MB\ng: instent\nh: [instant, [x]]\ni: 99999999999999999999\n");

        assertFault(() -> top.integer("a", 5, 9), "f:1: a: expected a whole number 5..9, found 3.");
        assertFault(() -> top.integer("b", 5, 9), "f:2: b: expected a whole number 5..9, found a list.");
        assertFault(() -> top.flag("c", true), "f:4: c: expected true or false, found yes.");
        assertFault(() -> top.duration("d"), "f:5: d: expected a duration such as 500ms, 30s or 15m, found 30.");
        assertFault(() -> top.bytes("e"), "f:6: e: expected a data size such as 512KiB, 64MiB or 2GiB, found 5MB.");
        assertFault(
                () -> top.choice("g", Cost.class),
                "f:7: g: expected one of instant, new_sstables, found instent. Did you mean instant?");
        assertFault(() -> top.texts("h"), "f:8: h: expected a list of texts, found a list in it.");
        assertFault(() -> top.integer("i", 0, 9), "f:9: i: expected a whole number 0..9, found 99999999999999999999.");
        assertFault(() -> top.text("absent"), "f:1: absent: expected a text, found nothing. Add it.");
    }

    @Test
    void malformedYamlIsOneLine() {
        assertFault("a: 1\nb: [2, 3\nc: 4\n", "f:3: expected YAML, found a fault: .*");
        assertFault("a: 1\n b: 2\n", "f:2: expected YAML, found a fault: .*");
        assertFault("a: \"x\n", "f:2: expected YAML, found a fault: .*");
        assertFault("\tb: 1\n", "f:1: expected YAML, found a fault: .*");
        assertFault("a: 1\nb: 2\na: 3\n", "f:3: a: stands on line 1 already\\. Remove one of them\\.");
        assertFault("- a\n", "f:1: expected keys and values, found a list\\. .*");
        assertFault("a: &x 1\nb: *x\n", "f:2: expected a value, found the alias \\*x\\. .*");
        assertFault("a: 1\n---\nb: 2\n", "f:\\d: expected one YAML document, found a second\\. Remove it\\.");
    }

    @Test
    void refusesBinaryFiles(@TempDir Path folder) throws IOException {
        Path latin = Files.write(folder.resolve("latin.yaml"), new byte[] {'a', ':', '\n', 'b', (byte) 0xE9, '\n'});

        assertFault(
                () -> YamlSection.read(latin),
                latin + ":2: expected UTF-8 text, found other bytes. Save the file as UTF-8.");
        assertFault(
                () -> YamlSection.read(folder.resolve("absent.yaml")),
                folder.resolve("absent.yaml") + ": expected a file, found none. Check the path.");
    }

    @Test
    void anEmptyFileIsAnEmptySection() throws ConfigException {
        assertThat(YamlSection.parse("f", "").keys()).isEmpty();
        assertThat(YamlSection.parse("f", "# only a comment\n").keys()).isEmpty();
    }

    @Test
    void theNearestNameIsWithinASlip() {
        List<String> valid = List.of("concurrent_reads", "concurrent_writes", "mode");

        assertThat(SpellingSuggestion.to("concurrent_raeds", valid)).hasValue("concurrent_reads");
        assertThat(SpellingSuggestion.to("Mode", valid)).hasValue("mode");
        assertThat(SpellingSuggestion.to("xyz", valid)).isEmpty();
        assertThat(SpellingSuggestion.to("a".repeat(100), List.of("a".repeat(101))))
                .as("too long for a slip")
                .isEmpty();
        assertThat(SpellingSuggestion.edits("kitten", "sitting")).isEqualTo(3);
        assertThat(SpellingSuggestion.edits("ab", "ba")).isEqualTo(1);
    }

    private static void assertFault(String text, String pattern) {
        assertThatThrownBy(() -> YamlSection.parse("f", text))
                .isInstanceOf(ConfigException.class)
                .message()
                .matches(pattern);
    }

    private static void assertFault(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(ConfigException.class).hasMessage(message);
    }
}
