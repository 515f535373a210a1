package io.rafiki.trainer.screening;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScreeningResultTest extends ScreeningCase {

    /** With choices only, the run with the first level of each knob is the baseline. */
    @Test
    void aRunThatIsABaselineTrialCountsOnceInTheDrift() throws Exception {
        String choices = PLAN.substring(0, PLAN.indexOf("  concurrent_writes")) + "  memtable_allocation_type:\n";
        ScreeningDesign design = design(choices);
        List<PlannedTrial> planned = design.trials().stream().distinct().toList();
        assertThat(planned).filteredOn(PlannedTrial::isDefault).hasSize(12);
        Random random = new Random(1);
        Instant begin = Instant.parse("2026-01-01T00:00:00Z");
        List<Trial> lines = planned.stream()
                .map(trial -> Lines.measured(
                        trial,
                        1_000 + random.nextInt(100),
                        begin.plusSeconds(60L * planned.indexOf(trial)).toString()))
                .toList();
        ScreeningResult result = ScreeningResult.of(design, catalogue(), lines);
        assertThat(result.drift()).contains("12 baseline trials");
    }
}
