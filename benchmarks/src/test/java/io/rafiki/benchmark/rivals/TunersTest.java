package io.rafiki.benchmark.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TunersTest {

    /** A result has the tuner's name, so each name has one set of options. */
    @Test
    void llamaTuneWithOtherDimensionsHasAnotherName() {
        assertThat(names(4)).containsExactly("rafiki", "llamatune");
        assertThat(names(8)).containsExactly("rafiki", "llamatune-8");
    }

    @Test
    void aFixedTunerNeedsItsValues() throws Exception {
        Tuner leveled = tuners(4).named(List.of("rafiki", "leveled")).get(1);
        KnobSpace space = RecordedTrials.read().space();
        assertThat(leveled.lacking(space)).isEmpty();
        List<Knob> others = space.knobs().stream()
                .filter(knob -> !knob.name().equals("compaction"))
                .toList();
        assertThat(leveled.lacking(new KnobSpace(others)))
                .hasValueSatisfying(line -> assertThat(line).startsWith("leveled: unknown knob compaction: "));
    }

    private static List<String> names(int dimensions) {
        return tuners(dimensions).named(List.of("rafiki", "llamatune")).stream()
                .map(Tuner::name)
                .toList();
    }

    private static Tuners tuners(int dimensions) {
        return new Tuners(
                new Tuners.Programs("irace", "python3", "python3", dimensions, 4),
                Path.of("plan.yaml"),
                Optional.empty(),
                Path.of("work"));
    }
}
