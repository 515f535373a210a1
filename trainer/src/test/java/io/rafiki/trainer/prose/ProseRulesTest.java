package io.rafiki.trainer.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The prose check finds what it looks for, in each kind of file, and nothing else. */
class ProseRulesTest {

    private static final String LONG =
            "One two three four five six seven eight nine ten one two three four five six seven"
                    + " eight nine ten one two three four five six seven eight nine ten";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "It begins anew., anew, again",
        "A change is dearer than this., dearer, costs more",
        "The node beside it., beside, next to",
        "A human may apply it., A human, an operator",
        "Training sets them right., sets them right, corrected",
        "The agent stays out., stays out, 'disables itself, is inactive'",
        "The campaign goes on., goes on, continues",
        "All comes of one fault., comes of, results from",
        "All but for one., but for, except for",
        "'They stop, for it is late.', for it is, because",
        "The line is said once., is said, 'is printed, is logged'",
        "The next sitting., sitting, session",
        "The load is unsteady., unsteady, 'not stationary, stationarity'",
        "A node at its pace., at its pace, 'stationary, healthy'"
    })
    void findsEachListedWord(String text, String word, String remedy) throws IOException {
        assertThat(findings("page.md", text)).containsExactly("page.md:1: word: " + word + " -> " + remedy);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The tuner knows it.",
                "The page says so.",
                "It forgets this.",
                "Rafiki likes one.",
                "It wants two."
            })
    void findsSoftwareThatActsLikeAPerson(String text) throws IOException {
        assertThat(findings("page.md", text)).singleElement().asString().contains("name what software does");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The operator knows the workload.",
                "Besides, the human-readable output stands inside.",
                "Use `anew` and `somebody` as names.",
                "    anew = somebody\n",
                "```\nanew\n```",
                "Wait for it. The goal is known."
            })
    void acceptsPlainText(String text) throws IOException {
        assertThat(findings("page.md", text)).isEmpty();
    }

    @Test
    void findsAnOldNameAlsoInCode() throws IOException {
        assertThat(findings("page.md", "Set it:\n\n    guards:\n      look_ahead: 1h\n"))
                .containsExactly("page.md:4: word: look_ahead -> payback_horizon");
    }

    @Test
    void namesTheLineOfAWordInAParagraph() throws IOException {
        assertThat(findings("page.md", "# Title\n\nThe tuner starts,\nand begins\nanew.\n"))
                .containsExactly("page.md:5: word: anew -> again");
    }

    @Test
    void findsALongSentenceBehindAShortOne() throws IOException {
        assertThat(findings("page.md", "Short.\nSee e.g. " + LONG + ". Short.\n"))
                .singleElement()
                .asString()
                .startsWith("page.md:2: sentence: 32 words: See e.g. One two");
    }

    @Test
    void acceptsThirtyWordsAndCountsCodeAsOne() throws IOException {
        assertThat(findings("page.md", LONG + ".\n\n- " + LONG + "\n- `" + LONG + "`\n- [" + LONG + "](a%20b.md)\n"))
                .isEmpty();
    }

    @Test
    void readsEachTableCellByItself() throws IOException {
        assertThat(findings("page.md", "| a | b |\n|---|---|\n| " + LONG + " | " + LONG + " |\n"))
                .isEmpty();
        assertThat(findings("page.md", "| a | b |\n|---|---|\n| x | " + LONG + " more |\n"))
                .hasSize(1);
    }

    @Test
    void readsCommentsAndDescriptionsOfYamlFiles() throws IOException {
        assertThat(findings(
                        "a.yaml",
                        "# Begins\n# anew. " + LONG + "\n# more.\nkey: 1  # beside\nwhy: Nobody does it.\n"
                                + "# look_ahead: 1h\nbeside: somebody\n"))
                .satisfiesExactlyInAnyOrder(
                        finding -> assertThat(finding).startsWith("a.yaml:2: word: anew"),
                        finding -> assertThat(finding).startsWith("a.yaml:2: sentence: 31 words"),
                        finding -> assertThat(finding).startsWith("a.yaml:4: word: beside"),
                        finding -> assertThat(finding).startsWith("a.yaml:5: word: Nobody"),
                        finding -> assertThat(finding).startsWith("a.yaml:6: word: look_ahead"));
    }

    @Test
    void joinsTheLiteralsOfAMessage() throws IOException {
        String half = LONG.substring(0, LONG.length() / 2);
        String source = "class A {\n    // Goes on.\n    /** " + LONG
                + " more */\n    String a(int n) {\n        return \"" + half
                + "\"\n            + n + \"" + LONG.substring(LONG.length() / 2)
                + " more\" + (n > 0 ? \"stands in // it\" : \"http://beside\");\n    }\n}\n";

        assertThat(findings("A.java", source))
                .satisfiesExactlyInAnyOrder(
                        finding -> assertThat(finding).startsWith("A.java:2: word: Goes on"),
                        finding -> assertThat(finding).startsWith("A.java:5: sentence: 3"),
                        finding -> assertThat(finding).startsWith("A.java:6: word: stands in"),
                        finding -> assertThat(finding).startsWith("A.java:6: word: beside"));
    }

    private List<String> findings(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        return Prose.findings(folder, List.of(name)).stream()
                .map(Finding::toString)
                .toList();
    }
}
