package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds docs/safety.md to what exists: each test that it names as a proof is there. */
class SafetyPageTest {

    private static final Path HOME = Path.of("..");
    /** A row of the reliability tests, some of which are commands or do not exist yet. */
    private static final String RELIABILITY_ROW = "\\| (no\\.|\\d+) \\|.*";

    private static final Pattern PROOF = Pattern.compile("`(\\w+(?:Test|IT))(?:\\.(\\w+))?`");

    @Test
    void everyProofIsATestThatExists() throws IOException {
        Map<String, String> tests = tests();
        List<MatchResult> proofs = PROOF.matcher(Files.readString(HOME.resolve("docs/safety.md")))
                .results()
                .toList();
        assertThat(proofs).hasSizeGreaterThan(25);
        for (MatchResult proof : proofs) {
            assertThat(tests).containsKey(proof.group(1));
            if (proof.group(2) != null) {
                assertThat(tests.get(proof.group(1))).as(proof.group()).contains("void " + proof.group(2) + "(");
            }
        }
    }

    @Test
    void everyMechanismHasAProof() throws IOException {
        List<String> rows = Files.readAllLines(HOME.resolve("docs/safety.md")).stream()
                .filter(line ->
                        line.startsWith("| ") && !line.startsWith("| mechanism") && !line.matches(RELIABILITY_ROW))
                .toList();
        assertThat(rows).hasSizeGreaterThan(50).allSatisfy(row -> assertThat(row)
                .containsPattern(PROOF));
    }

    @Test
    void everyReliabilityTestHasAState() throws IOException {
        List<String> rows = Files.readAllLines(HOME.resolve("docs/safety.md")).stream()
                .filter(line -> line.matches("\\| \\d+ \\|.*"))
                .toList();
        assertThat(rows).hasSize(28);
        for (String row : rows) {
            assertThat(row).matches(".*\\| (present|short|not yet) \\|");
            assertThat(row.endsWith("not yet |")
                            || row.contains("`rafiki ")
                            || PROOF.matcher(row).find())
                    .as(row)
                    .isTrue();
        }
    }

    /** Both look at the machine itself and say what is absent. */
    @Test
    void aTestOfAReliabilityRowIsSkippedOnlyWhereTheMachineLacksSomething() throws IOException {
        Map<String, String> tests = tests();
        List<String> rows = Files.readAllLines(HOME.resolve("docs/safety.md")).stream()
                .filter(line -> line.matches("\\| \\d+ \\|.*"))
                .toList();
        for (String row : rows) {
            PROOF.matcher(row).results().forEach(proof -> assertThat(tests.get(proof.group(1)))
                    .as(proof.group(1) + " skips by MachineNeeds or Machine only")
                    .doesNotContainPattern(
                            "@(Disabled|Enabled)|\\bassum(e|ing)\\w+\\(|Assumptions|(?<![.\\w])abort\\("));
        }
    }

    /** Simple class name to source. */
    private static Map<String, String> tests() throws IOException {
        try (Stream<Path> files = Stream.of("core", "agent", "trainer", "ycsb-bindings", "benchmarks", "src")
                .map(HOME::resolve)
                .flatMap(SafetyPageTest::sources)) {
            return files.collect(Collectors.toMap(
                    file -> file.getFileName().toString().replace(".java", ""),
                    SafetyPageTest::text,
                    (one, other) -> one + other));
        }
    }

    private static Stream<Path> sources(Path module) {
        try (Stream<Path> files = Files.walk(module)) {
            return files.filter(file -> file.toString().matches(".*/test/.*(Test|IT)\\.java")).toList().stream();
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
