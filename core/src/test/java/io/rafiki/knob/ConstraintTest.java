package io.rafiki.knob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.rafiki.config.ConfigException;
import io.rafiki.config.Section;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConstraintTest {

    private static final Path SHIPPED = Path.of("../conf/knobs/cassandra-5.0.yaml");

    private final List<Knob> knobs = List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Unified(T8)"), 0),
            new IntegerKnob("file_cache_size", "MiB", 64, 512, Map.of("off", 0L), 0),
            new IntegerKnob("concurrent_writes", "", 8, 128, Map.of(), 32),
            new RealKnob("share", "", 0.05, 0.7, 0.33));
    private final Map<String, Object> given =
            Map.of("heap", 1024.0, "cores", 4.0, "memory", 1500.0, "concurrent_reads", 32.0, "method", "Leveled");

    /** The codes are SizeTiered, 128 MiB, 32 threads, 0.25. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "file_cache_size + heap <= memory | true",
                "file_cache_size + heap + 348 <= memory | true",
                "file_cache_size + heap + 348 < memory | false",
                "file_cache_size+heap+349<=memory | false",
                "2 * concurrent_writes + concurrent_reads <= 24 * cores | true",
                "2 * (concurrent_writes + concurrent_reads) > 128 | false",
                "2 * (concurrent_writes + concurrent_reads) >= 128 | true",
                "share * heap / 4 >= 64 | true",
                "share * heap / 4 - 1 >= 64 | false",
                "-concurrent_writes < -31.5 | true",
                "1e1 + .5 <= concurrent_writes | true",
                "concurrent_writes - 8 - 8 == 16 | true",
                "concurrent_writes / 4 / 2 != 4 | false",
                "compaction == SizeTiered | true",
                "compaction != 'Unified(T8)' | true",
                "\"Unified(T8)\" == compaction | false",
                "file_cache_size == off or share < 0.5 | true",
                "file_cache_size == off | false",
                "file_cache_size == 128 and (share > 0.3 or compaction == SizeTiered) | true",
                "file_cache_size == 1 or file_cache_size == 2 and share > 0 | false",
                "method == Leveled | true",
                "method == SizeTiered | false",
                "share / (concurrent_writes - 32) <= 1 | false"
            })
    void saysWhetherItHolds(String expression, boolean holds) {
        Constraint constraint = Constraint.parse(expression, "Because.", knobs, given);
        double[] rows = {1, 0, 99, 0.7, 0, 128, 32, 0.25};
        assertThat(constraint.holds(rows, 4)).isEqualTo(holds);
        assertThat(constraint.shortfall(rows, 4) == 0).isEqualTo(holds);
        assertThat(constraint.holds(new double[] {0, 128, 32, 0.25})).isEqualTo(holds);
    }

    @Test
    void theShortfallSaysHowFarItIsFromHolding() {
        Constraint constraint = Constraint.parse(
                "file_cache_size + heap <= memory or concurrent_writes <= 10 and share <= 0.1", "W.", knobs, given);
        assertThat(constraint.shortfall(new double[] {0, 506, 200, 0.25}, 0)).isEqualTo(30);
        assertThat(constraint.shortfall(new double[] {0, 506, 12, 0.1}, 0)).isEqualTo(2);
    }

    @Test
    void knowsWhatItIsAbout() {
        Constraint constraint = Constraint.parse("file_cache_size + heap <= memory", "It must fit.", knobs, given);
        assertThat(constraint.knobs()).containsExactly("file_cache_size");
        assertThat(constraint.given()).isEqualTo(Map.of("heap", 1024.0, "memory", 1500.0));
        assertThat(constraint.shown())
                .isEqualTo("file_cache_size + heap <= memory, heap=1024, memory=1500 (It must fit.)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "file_cache_sise + heap <= memory | column 1: unknown knob file_cache_sise. Did you mean file_cache_size?",
                "heap + shar <= memory | column 8: unknown knob shar. Did you mean share?",
                "share <= | column 9: expected a name or a number, found the end",
                "share <= 1 2 | column 12: expected an operator or the end, found 2",
                "share <= 1 <= 2 | column 12: expected an operator or the end, found <=",
                "(share <= 1 | column 12: expected ), found the end",
                "share + 1 | column 7: expected a comparison such as a + b <= heap, found a number (+)",
                "file_cache_size <= 64MiB | column 20: expected a number without a unit (sizes are in MiB), found 64M...",
                "share & 1 | column 7: expected a name, a number or a sign, found &",
                "compaction <= 2 | column 1: expected a number beside <=, found a knob with named values (compaction)",
                "compaction + 1 <= 2 | column 1: expected a number, found a knob with named values (compaction)",
                "(share <= 1) + 1 <= 2 | column 8: expected a number, found a comparison",
                "share <= 1 and 5 | column 16: expected a comparison such as a + b <= heap, found a number (5)",
                "share <= 1 and or | column 16: expected a name or a number, found or",
                "'share | column 1: expected a name, a number or a sign, found '",
                " | column 2: expected a name or a number, found the end"
            })
    void faultsAreNamedWithTheirColumn(String expression, String message) {
        String text = expression == null ? " " : expression;
        assertThatThrownBy(() -> Constraint.parse(text, "W.", knobs, given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void whatASlipOfTheHandMakesOfItIsUsableOrRefusedWithItsColumn() {
        long seed = Long.getLong("rafiki.seed", 20_261_121L);
        Random random = new Random(seed);
        String[] pieces = {
            "(",
            ")",
            "<=",
            "==",
            "!=",
            "<",
            "+",
            "-",
            "*",
            "/",
            "'",
            "\"",
            " or ",
            " and ",
            "share",
            "compaction",
            "off",
            "SizeTiered",
            "1e999",
            ".",
            "0",
            "64MiB",
            "µ",
            "\n",
            "\u0000",
            "heap",
            "((((",
            "------"
        };
        String sound =
                "(file_cache_size == off or heap + 2 * file_cache_size / 3 <= memory) and compaction != SizeTiered";
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(sound);
            for (int slips = 1 + random.nextInt(2); slips > 0; slips--) {
                int at = random.nextInt(text.length() + 1);
                text.replace(
                        at, Math.min(text.length(), at + random.nextInt(2)), pieces[random.nextInt(pieces.length)]);
            }
            refused += isRefused(text.toString(), "seed=" + seed + " text=" + text) ? 1 : 0;
        }
        assertThat(refused).as("seed=%d", seed).isBetween(5_000, 19_800);
        assertThat(isRefused("(".repeat(900), "brackets")).isTrue();
        assertThat(isRefused("-".repeat(900) + "1 < 2", "signs")).isTrue();
        assertThat(isRefused("1 + ".repeat(240) + "1 <= share", "a long sum")).isFalse();
        assertThat(isRefused("1 + ".repeat(10_000) + "1 <= share", "too long")).isTrue();
    }

    private boolean isRefused(String text, String which) {
        try {
            Constraint.parse(text, "W.", knobs, given).holds(new double[] {0, 64, 8, 0.1});
            return false;
        } catch (IllegalArgumentException complaint) {
            assertThat(complaint.getMessage()).as(which).matches("(?s)column [1-9]\\d*: .+");
            return true;
        } catch (RuntimeException | StackOverflowError other) {
            return fail(which, other);
        }
    }

    @Test
    void aKnobThatIsNotTunedCountsAtItsDefaultAndAValueThatIsLeftOutIsNeverTaken() throws ConfigException {
        KnobCatalogue catalogue = KnobCatalogue.read(
                Section.parse("f.yaml", catalogue("a + b <= 20 and c != two", "max: 30")), new Machine(2, 1024));
        KnobSpace all = catalogue.space(catalogue.names());
        assertThat(all.broken(new double[] {15, 5, 0})).isEmpty();
        assertThat(all.broken(new double[] {15, 6, 0})).isPresent();
        assertThat(all.broken(new double[] {15, 5, 1})).isPresent();
        KnobSpace a = catalogue.space(List.of("a"));
        assertThat(a.constraints().get(0).given()).isEqualTo(Map.of("b", 8.0, "c", "one"));
        assertThat(a.broken(new double[] {12})).isEmpty();
        assertThat(a.broken(new double[] {13})).isPresent();
        KnobSpace narrowed = catalogue.constrained(List.of(new CategoricalKnob("c", List.of("one"), 0)));
        assertThat(narrowed.broken(new double[] {0})).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "file_cache_size == off or concurrent_writes <= 40 | off | 0 | 128 | true",
                "file_cache_size == off or concurrent_writes <= 40 | 128 | 128 | 128 | false",
                "file_cache_size == off or concurrent_writes <= 40 | 128 | 128 | 40 | true",
                "file_cache_size != off or concurrent_writes <= 40 | off | 0 | 128 | false",
                "file_cache_size != off and concurrent_writes <= 40 | 128 | 128 | 40 | true",
                "off == file_cache_size | off | 0 | 32 | true",
                "file_cache_size == 128 | 128 | 128 | 32 | true",
                "file_cache_size == '128' | 128 | 128 | 32 | true",
                "file_cache_size == 0 | off | 0 | 32 | true",
                "heap + file_cache_size + concurrent_writes <= 1152 | off | 0 | 128 | true",
                "heap + file_cache_size + concurrent_writes <= 1152 | 64 | 64 | 128 | false"
            })
    void aKnobThatIsNotTunedMayHaveASpecialValue(
            String expression, String value, double number, double writes, boolean holds) {
        Object special = "off".equals(value) ? new SpecialValue(value, number) : (Object) number;
        Constraint constraint = Constraint.parse(
                expression + " and concurrent_writes > 0",
                "Because.",
                knobs.subList(2, 3),
                Map.of("heap", 1024.0, "file_cache_size", special));
        assertThat(constraint.holds(new double[] {writes})).isEqualTo(holds);
        assertThat(constraint.shown()).containsPattern("file_cache_size=" + value + "[, ]");
    }

    @Test
    void theDefaultOfAKnobThatIsNotTunedMayBeASpecialValue() throws ConfigException {
        String expression = "concurrent_writes <= 64 or file_cache_size == off and compaction_throughput != unlimited";
        String shipped = "  - {why: Because., expression: " + expression + "}\n";
        KnobCatalogue catalogue =
                KnobCatalogue.read(Section.parse("f.yaml", text(SHIPPED) + shipped), new Machine(8, 4096).memory(8192));
        KnobSpace writes = catalogue.space(List.of("concurrent_writes"));
        assertThat(writes.constraints()).hasSize(1);
        assertThat(writes.broken(new double[] {96}))
                .as("the chunk cache is off")
                .isEmpty();
        KnobSpace both = catalogue.space(List.of("concurrent_writes", "file_cache_size"));
        assertThat(both.broken(new double[] {96, 0})).isEmpty();
        assertThat(both.broken(new double[] {96, 64})).isPresent();
        assertThat(both.broken(new double[] {64, 64})).isEmpty();
        KnobSpace throughput = catalogue.space(List.of("concurrent_writes", "compaction_throughput"));
        assertThat(throughput.broken(new double[] {96, 0})).isPresent();
        assertThat(throughput.broken(new double[] {96, 16})).isEmpty();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void aSpaceWithoutItsKnobsHasNoneOfIt() throws ConfigException {
        KnobCatalogue catalogue = KnobCatalogue.read(SHIPPED, new Machine(2, 1024).memory(1500));
        assertThat(catalogue.space(List.of("concurrent_reads")).constraints()).isEmpty();
        assertThat(catalogue.space(List.of("file_cache_size")).constraints()).hasSize(1);
    }

    @Test
    void theShippedOneKeepsTheChunkCacheWithinTheMemoryWhereThatIsKnown() throws ConfigException {
        assertThat(KnobCatalogue.read(SHIPPED, new Machine(2, 1024)).constraints())
                .isEmpty();
        KnobSpace space =
                KnobCatalogue.read(SHIPPED, new Machine(2, 1024).memory(1500)).space();
        Configuration usual = space.defaults();
        assertThat(space.broken(usual.codes())).isEmpty();
        assertThat(space.broken(usual.with("file_cache_size", 156).codes())).isEmpty();
        assertThat(space.broken(usual.with("file_cache_size", 157).codes())).isPresent();
        KnobSpace tiny =
                KnobCatalogue.read(SHIPPED, new Machine(2, 1024).memory(1030)).space();
        assertThat(tiny.broken(tiny.defaults().codes())).as("off fits anywhere").isEmpty();
    }

    @Test
    void faultsInAFileAreNamedWithTheirLineAndColumn() {
        assertFault(
                catalogue("a + haep <= 20", "max: 30"),
                "f.yaml:12: constraints[0].expression: column 5: unknown knob haep. Did you mean heap?");
        assertFault(
                catalogue("c == too", "max: 30"),
                "f.yaml:12: constraints[0].expression: column 6: c: expected one of one, two, found too");
        assertFault(
                catalogue("cores <= heap", "max: 30"),
                "f.yaml:12: constraints[0].expression: expected at least one knob in it, found none. Name one, or remove it.");
    }

    @Test
    void checkingAllocatesNothing() {
        Constraint constraint = Constraint.parse(
                "(file_cache_size == off or heap + 2 * file_cache_size / 3 <= memory) and compaction != 'Unified(T8)'",
                "W.",
                knobs,
                given);
        double[] codes = {0, 128, 32, 0.25};
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int held = 0;
        for (int i = 0; i < 1000; i++) {
            held += constraint.holds(codes) ? 1 : 0;
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        long measuring = threads.getCurrentThreadAllocatedBytes() - before;
        before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100_000; i++) {
            held += constraint.holds(codes) ? 1 : 0;
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before - measuring;
        assertThat(held).isEqualTo(101_000);
        assertThat(allocated).as("bytes for 100,000 checks").isLessThan(1000);
    }

    private static void assertFault(String text, String message) {
        assertThatThrownBy(() -> KnobCatalogue.read(Section.parse("f.yaml", text), new Machine(2, 1024)))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message);
    }

    private static String catalogue(String expression, String range) {
        String rest = "scope: node, cost: instant, why: Because., start: {yaml: {x: '{value}'}}}\n";
        return "cassandra: '5.0'\n\nknobs:\n\n"
                + "  a: {type: integer, min: 1, " + range + ", default: 8, " + rest
                + "  b: {type: integer, min: 1, " + range + ", default: 8, " + rest
                + "  c: {type: categorical, values: [one, two], default: one, " + rest
                + "\n\nconstraints:\n\n  - expression: " + expression + "\n    why: Because.\n";
    }
}
