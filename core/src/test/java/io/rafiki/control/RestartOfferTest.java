package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.configuration.KnobState;
import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.surrogate.TrainingDomain.Seen;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The chunk cache is off, and only a restart enables it. More threads for writes and a larger cache gain. */
class RestartOfferTest extends RiggedTest {

    @Test
    void theLinesContainTheLiveValuesThatTheRestartLoses() throws Exception {
        rig.space = rig.catalogue.space(List.of("concurrent_writes", "concurrent_reads", "file_cache_size"));
        rig.node.agent.values.put("FileCacheSizeInMiB", -1);
        rig.bundles = this::model;
        rig.start().run(40, 0.5);
        assertThat(rig.pools()).containsExactly(32, 128);
        rig.tuner.propose();
        assertThat(rig.tuner.status().offers())
                .filteredOn(offer -> offer.best().cost() == ChangeCost.NEXT_START)
                .singleElement()
                .satisfies(offer -> assertThat(offer.best().startLines())
                        .containsExactly(
                                "concurrent_writes: 128", "file_cache_enabled: true", "file_cache_size: 128MiB"));
    }

    /** A restart restores the value of the start. ALTER TABLE by another client changes the schema. */
    @Test
    void aRestartLosesLiveValues() {
        assertThat(state("32", "96", Optional.of("96")).isLostAtRestart(false)).isTrue();
        assertThat(state("32", "48", Optional.empty()).isLostAtRestart(false)).isTrue();
        assertThat(state("32", "32", Optional.empty()).isLostAtRestart(false)).isFalse();
        assertThat(state("32", "? no answer", Optional.empty()).isLostAtRestart(false))
                .isFalse();
        assertThat(state("SizeTiered", "Leveled", Optional.of("Leveled")).isLostAtRestart(true))
                .isTrue();
        assertThat(state("SizeTiered", "Leveled", Optional.empty()).isLostAtRestart(true))
                .isFalse();
    }

    private static KnobState state(String yaml, String live, Optional<String> ours) {
        return new KnobState("knob", "", yaml, live, ours, "start", Instant.EPOCH, "live", Double.NaN);
    }

    private LoadedModel model(Path file) {
        LoadedModel model = rig.model(file);
        Seen threads = new Seen(8, 128, List.of());
        TrainingDomain trained = new TrainingDomain(
                model.envelope().workload(), List.of(threads, threads, new Seen(64, 128, List.of(0.0))));
        return new LoadedModel(
                file,
                model.loadedAt(),
                new Growing(rig.space),
                trained,
                model.provenance(),
                model.engine(),
                model.mismatches(),
                model.tolerance());
    }

    /** Grows with the writers and with the cache. */
    private record Growing(KnobSpace space) implements Surrogate {

        @Override
        public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
            for (int i = 0; i < n; i++) {
                double writers = codes[i * space.size() + space.indexOf("concurrent_writes")];
                double cache = codes[i * space.size() + space.indexOf("file_cache_size")];
                mean[i] = 10_000 + 20 * writers + 10 * cache;
                deviation[i] = 20;
            }
        }

        @Override
        public Surrogate copy() {
            return this;
        }
    }
}
