package io.rafiki.benchmark.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.analysis.SuggestedValues;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BestPracticesTest {

    /** The file suggests eight compactors, of which the catalogue permits four on two processors. */
    @ParameterizedTest
    @CsvSource({"0.1, Unified(T4)", "0.5, Unified(N)", "0.9, Unified(L10)"})
    void eachIsAConfigurationOfTheCatalogue(double readRatio, String unified) throws Exception {
        KnobCatalogue knobs = KnobCatalogue.read(RecordedTrials.CATALOGUE, new NodeResources(2, 400));
        KnobSpace space = knobs.space(knobs.names());
        Map<String, Map<String, Object>> practices = BestPractices.of(
                Workload.ofReadRatio(readRatio),
                SuggestedValues.read(Path.of("../conf/knobs/cassandra-5.0-latest.yaml"), knobs));
        assertThat(practices.values()).hasSize(4).allSatisfy(values -> assertThat(
                        space.broken(space.configuration(values).codes()))
                .isEmpty());
        assertThat(practices.get("unified")).containsEntry("compaction", unified);
        assertThat(practices.get("cassandra_latest.yaml")).containsEntry("concurrent_compactors", 4L);
    }
}
