package io.rafiki.benchmark.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProtocolStudyTest {

    /** Two recorded references of twenty minutes, and one of fifteen. */
    @Test
    void aReferenceOfAnotherLengthDoesNotCount() throws Exception {
        List<Trial> references = Trials.read(Path.of("results", "burn-in", "references.jsonl"));
        assertThat(references).hasSize(3);
        assertThat(references)
                .filteredOn(reference -> ProtocolStudy.isOf(reference, Duration.ofMinutes(20)))
                .hasSize(2);
        assertThat(references)
                .filteredOn(reference -> ProtocolStudy.isOf(reference, Duration.ofMinutes(15)))
                .hasSize(1);
        assertThat(references).noneMatch(reference -> ProtocolStudy.isOf(reference, Duration.ofMinutes(10)));
    }
}
