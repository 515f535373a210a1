package io.rafiki.knob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
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
            value = {
                "file_cache_size, heap | memory | true",
                "file_cache_size, heap, 348 | memory | true",
                "file_cache_size, heap, 348.0001 | memory | false",
                "2 * concurrent_writes, concurrent_reads | 24 * cores | true",
                "2 * concurrent_writes, 2 * concurrent_reads | 127 | false",
                "64 | share * heap * 0.25 | true",
                "65 | share*heap*.25 | false",
                "-1 * concurrent_writes | -31.5 | true",
                "1e1, .5 | concurrent_writes | true",
                "concurrent_writes * concurrent_writes | 1024 | true",
                "concurrent_writes * concurrent_writes | 1023 | false"
            })
    void holdsIfTheSumIsNoGreaterThanTheMaximum(String sum, String max, boolean holds) {
        Constraint constraint = constraint(sum, max);
        double[] rows = {1, 0, 99, 0.7, 0, 128, 32, 0.25};
        assertThat(constraint.holds(rows, 4)).isEqualTo(holds);
        assertThat(constraint.violation(rows, 4) == 0).isEqualTo(holds);
        assertThat(constraint.holds(new double[] {0, 128, 32, 0.25})).isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource({
        "compaction, SizeTiered, true",
        "compaction, Unified(T8), false",
        "file_cache_size, 128, true",
        "file_cache_size, off, false",
        "method, Leveled, true",
        "method, SizeTiered, false",
        "concurrent_reads, 32, true",
        "concurrent_reads, 33, false",
        "cores, 4, true"
    })
    void doesNotApplyAtAnExemptValueOfAKnob(String knob, String value, boolean exempt) {
        ConstraintDefinition never = new ConstraintDefinition(List.of("concurrent_writes"), List.of("0"), "Because.");
        double[] codes = {0, 128, 32, 0.25};
        assertThat(bind(never).holds(codes)).isFalse();
        assertThat(bind(never.except(knob, value)).holds(codes)).isEqualTo(exempt);
        assertThat(bind(never.except(knob, "other", value).except("share", "0.5"))
                        .holds(codes))
                .isEqualTo(exempt);
    }

    @Test
    void theShortfallIsTheViolationInTheUnitOfTheSum() {
        Constraint constraint = constraint("file_cache_size, heap", "memory");
        assertThat(constraint.violation(new double[] {0, 506, 200, 0.25}, 0)).isEqualTo(30);
        assertThat(constraint.violation(new double[] {0, 476, 200, 0.25}, 0)).isZero();
        assertThat(bind(constraint.definition().except("file_cache_size", "506"))
                        .violation(new double[] {0, 506, 200, 0.25}, 0))
                .isZero();
    }

    @Test
    void aSumThatIsNoNumberViolatesTheConstraint() {
        Constraint constraint = Constraint.of(
                new ConstraintDefinition(List.of("share"), List.of("memory"), "Because."),
                knobs,
                Map.of("memory", Double.NaN));
        assertThat(constraint.holds(new double[] {0, 64, 8, 0.1})).isFalse();
        assertThat(constraint.violation(new double[] {0, 64, 8, 0.1}, 0)).isEqualTo(Double.MAX_VALUE);
    }

    @Test
    void namesItsKnobsAndGivenValues() {
        Constraint constraint =
                bind(new ConstraintDefinition(List.of("heap", "file_cache_size"), List.of("memory"), "It must fit.")
                        .except("compaction", "SizeTiered", "Unified(T8)"));
        assertThat(constraint.knobs()).containsExactly("file_cache_size", "compaction");
        assertThat(constraint.given()).isEqualTo(Map.of("heap", 1024.0, "memory", 1500.0));
        assertThat(constraint.shown())
                .isEqualTo("heap + file_cache_size <= memory unless compaction is SizeTiered or Unified(T8),"
                        + " heap=1024, memory=1500 (It must fit.)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "file_cache_sise, heap | memory | sum: unknown name file_cache_sise. Did you mean file_cache_size?",
                "heap | memori | max: unknown name memori. Did you mean memory?",
                "2 * shar | 1 | sum: unknown name shar. Did you mean share?",
                "file_cache_size | 64MiB | max: expected a knob, a property of the machine or a number without a unit"
                        + " (sizes are in MiB), found 64MiB.",
                "share | 2 * 64 KiB | max: expected a knob, a property of the machine or a number without a unit"
                        + " (sizes are in MiB), found 64 KiB.",
                "compaction | 2 | sum: expected numbers, found compaction, a knob with named values.",
                "share | 2 * method | max: expected numbers, found method, a knob with named values."
            })
    void errorsNameTheKeyAndTheNearestName(String sum, String max, String message) {
        assertThatThrownBy(() -> constraint(sum, max))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void hostileAddendsAreUsableOrRefusedInOneLine() {
        long seed = Long.getLong("rafiki.seed", 20_261_121L);
        Random random = new Random(seed);
        String[] pieces = {
            "(",
            ")",
            "<=",
            "+",
            "-",
            "*",
            "/",
            "'",
            ",",
            "share",
            "compaction",
            "off",
            "1e999",
            ".",
            "0",
            "64MiB",
            "\u00b5",
            "\u0000",
            "heap",
            "****",
            "------",
            "NaN",
            "0x1p3",
            "1d",
            " "
        };
        String sound = "heap * 2 * file_cache_size * 0.5";
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(sound);
            for (int slips = 1 + random.nextInt(2); slips > 0; slips--) {
                int at = random.nextInt(text.length() + 1);
                text.replace(
                        at, Math.min(text.length(), at + random.nextInt(2)), pieces[random.nextInt(pieces.length)]);
            }
            refused += isRefused(List.of(text.toString()), "seed=" + seed + " text=" + text) ? 1 : 0;
        }
        assertThat(refused).as("seed=%d", seed).isBetween(5_000, 19_800);
        assertThat(isRefused(List.of("2 * ".repeat(200) + "share"), "a long product"))
                .isFalse();
        assertThat(isRefused(List.of("2 * ".repeat(10_000) + "share"), "too long a product"))
                .isTrue();
        assertThat(isRefused(Collections.nCopies(100, "share"), "a long sum")).isFalse();
        assertThat(isRefused(Collections.nCopies(101, "share"), "too long a sum"))
                .isTrue();
        assertThat(isRefused(List.of(), "an empty sum")).isTrue();
        assertThat(isRefused(List.of("", "*"), "no factors")).isTrue();
    }

    private Constraint constraint(String sum, String max) {
        return bind(new ConstraintDefinition(List.of(sum.split(", ")), List.of(max.split(", ")), "Because."));
    }

    private Constraint bind(ConstraintDefinition definition) {
        return Constraint.of(definition, knobs, given);
    }

    private boolean isRefused(List<String> sum, String which) {
        try {
            bind(new ConstraintDefinition(sum, List.of("memory"), "Because.")).holds(new double[] {0, 64, 8, 0.1});
            return false;
        } catch (IllegalArgumentException complaint) {
            assertThat(complaint.getMessage()).as(which).matches("(?s)sum: .+");
            return true;
        } catch (RuntimeException | StackOverflowError other) {
            return fail(which, other);
        }
    }

    @Test
    void aKnobThatIsNotTunedCountsAtItsDefaultAndAValueThatIsLeftOutIsNeverTaken() throws ConfigException {
        KnobCatalogue catalogue = KnobCatalogue.read(
                YamlSection.parse("f.yaml", catalogue("[a, b]", "20", "{c: two}", "max: 30")),
                new NodeResources(2, 1024));
        KnobSpace all = catalogue.space(catalogue.names());
        assertThat(all.broken(new double[] {15, 5, 0})).isEmpty();
        assertThat(all.broken(new double[] {15, 6, 0})).isPresent();
        assertThat(all.broken(new double[] {15, 6, 1})).isEmpty();
        KnobSpace a = catalogue.space(List.of("a"));
        assertThat(a.constraints().get(0).given()).isEqualTo(Map.of("b", 8.0, "c", "one"));
        assertThat(a.broken(new double[] {12})).isEmpty();
        assertThat(a.broken(new double[] {13})).isPresent();
        KnobSpace narrowed = catalogue.constrained(
                List.of(new IntegerKnob("a", "", 1, 30, Map.of(), 8), new CategoricalKnob("c", List.of("one"), 0)));
        assertThat(narrowed.broken(new double[] {12, 0})).isEmpty();
        assertThat(narrowed.broken(new double[] {13, 0})).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "off, 0, 128, true",
        "128, 128, 128, false",
        "128, 128, 40, true",
        "64, 64, 104, true",
        "64, 64, 105, false"
    })
    void aKnobThatIsNotTunedMayHaveASpecialValue(String value, double number, double writes, boolean holds) {
        Object special = "off".equals(value) ? new SpecialValue(value, number) : (Object) number;
        Constraint constraint = Constraint.of(
                new ConstraintDefinition(List.of("file_cache_size", "concurrent_writes"), List.of("168"), "Because.")
                        .except("file_cache_size", "off"),
                knobs.subList(2, 3),
                Map.of("file_cache_size", special));
        assertThat(constraint.holds(new double[] {writes})).isEqualTo(holds);
        assertThat(constraint.shown()).containsPattern("file_cache_size=" + value + "[, ]");
    }

    @Test
    void theSumCountsTheNumberOfASpecialValue() {
        Constraint constraint = Constraint.of(
                new ConstraintDefinition(List.of("file_cache_size", "concurrent_writes"), List.of("100"), "Because."),
                knobs.subList(2, 3),
                Map.of("file_cache_size", new SpecialValue("off", 0)));
        assertThat(constraint.holds(new double[] {100})).isTrue();
        assertThat(constraint.holds(new double[] {101})).isFalse();
    }

    @Test
    void theDefaultOfAKnobThatIsNotTunedMayBeASpecialValue() throws ConfigException {
        String shipped =
                "  - {sum: concurrent_writes, max: 64, except: {file_cache_size: off}, description: Because.}\n";
        KnobCatalogue catalogue = KnobCatalogue.read(
                YamlSection.parse("f.yaml", text(SHIPPED) + shipped), new NodeResources(8, 4096).memory(8192));
        KnobSpace writes = catalogue.space(List.of("concurrent_writes"));
        assertThat(writes.constraints()).hasSize(1);
        assertThat(writes.broken(new double[] {96}))
                .as("the chunk cache is off")
                .isEmpty();
        KnobSpace both = catalogue.space(List.of("concurrent_writes", "file_cache_size"));
        assertThat(both.broken(new double[] {96, 0})).isEmpty();
        assertThat(both.broken(new double[] {96, 64})).isPresent();
        assertThat(both.broken(new double[] {64, 64})).isEmpty();
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
        KnobCatalogue catalogue = KnobCatalogue.read(SHIPPED, new NodeResources(2, 1024).memory(1500));
        assertThat(catalogue.space(List.of("concurrent_reads")).constraints()).isEmpty();
        assertThat(catalogue.space(List.of("file_cache_size")).constraints()).hasSize(1);
    }

    @Test
    void theShippedOneKeepsTheChunkCacheWithinTheMemoryWhereThatIsKnown() throws ConfigException {
        assertThat(KnobCatalogue.read(SHIPPED, new NodeResources(2, 1024)).constraints())
                .isEmpty();
        KnobSpace space = KnobCatalogue.read(SHIPPED, new NodeResources(2, 1024).memory(1500))
                .space();
        Configuration usual = space.defaults();
        assertThat(space.broken(usual.codes())).isEmpty();
        assertThat(space.broken(usual.with("file_cache_size", 156).codes())).isEmpty();
        assertThat(space.broken(usual.with("file_cache_size", 157).codes())).isPresent();
        KnobSpace tiny = KnobCatalogue.read(SHIPPED, new NodeResources(2, 1024).memory(1030))
                .space();
        assertThat(tiny.broken(tiny.defaults().codes())).as("off fits anywhere").isEmpty();
    }

    @Test
    void errorsInAFileNameFileLineAndKey() {
        assertFault(
                catalogue("[a, haep]", "20", "{}", "max: 30"),
                "f.yaml:12: constraints[0].sum: unknown name haep. Did you mean heap?");
        assertFault(
                catalogue("a", "haep", "{}", "max: 30"),
                "f.yaml:13: constraints[0].max: unknown name haep. Did you mean heap?");
        assertFault(
                catalogue("a", "heap", "{c: too}", "max: 30"),
                "f.yaml:14: constraints[0].except: c: expected one of one, two, found too.");
        assertFault(
                catalogue("a", "heap", "{e: too}", "max: 30"),
                "f.yaml:14: constraints[0].except: unknown name e. Valid: a, b, c, cores, heap, memory.");
        assertFault(
                catalogue("cores", "heap", "{}", "max: 30"),
                "f.yaml:12: constraints[0].sum: expected at least one knob in the constraint, found none. Name one, or"
                        + " remove it.");
        assertFault(
                catalogue("a\n    som: b", "heap", "{}", "max: 30"),
                "f.yaml:13: constraints[0].som: unknown key. Did you mean sum?");
    }

    @Test
    void aCheckAllocatesNothing() {
        Constraint constraint = bind(
                new ConstraintDefinition(List.of("heap", "2 * file_cache_size", "320"), List.of("memory"), "Because.")
                        .except("file_cache_size", "off")
                        .except("compaction", "Unified(T8)"));
        double[] codes = {0, 64, 32, 0.25};
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
        assertThatThrownBy(() -> KnobCatalogue.read(YamlSection.parse("f.yaml", text), new NodeResources(2, 1024)))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message);
    }

    private static String catalogue(String sum, String max, String except, String range) {
        String rest = "scope: node, cost: instant, description: Because., start: {yaml: {x: '{value}'}}}\n";
        return "cassandra: '5.0'\n\nknobs:\n\n"
                + "  a: {type: integer, min: 1, " + range + ", default: 8, " + rest
                + "  b: {type: integer, min: 1, " + range + ", default: 8, " + rest
                + "  c: {type: categorical, values: [one, two], default: one, " + rest
                + "\n\nconstraints:\n\n  - sum: " + sum + "\n    max: " + max + "\n    except: " + except
                + "\n    description: Because.\n";
    }
}
