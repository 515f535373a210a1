package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.agent.console.Decided;
import io.rafiki.decision.Mode;
import io.rafiki.decision.WatchLimits;
import io.rafiki.surrogate.Provenance;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What becomes of a change: windows of 10 s, of which the first after it settles. The model wants (16, 80) threads for writers and
 * (80, 16) for readers; what they are worth, the test says.
 */
class ActingTest {

    private static final int WORSE = 900;
    private static final int BETTER = 300;

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void watch() throws Exception {
        rig = new Rig(folder);
        rig.watch = new WatchLimits(Duration.ofSeconds(60), 0.1);
        rig.coolDown = Duration.ofSeconds(10);
    }

    @Test
    void aChangeThatMakesTheNodeWorseIsTakenBack() throws Exception {
        moved(WORSE);
        rig.start().run(10, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.run(20, 0.0);
        assertThat(rig.pools()).as("one window is none").containsExactly(16, 80);
        assertThat(rig.tuner.status().line()).contains("watches [d1]: for 50 s more: a request takes 900 us, +80%");
        rig.run(10, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        Decided last = rig.tuner.status().last().orElseThrow();
        assertThat(last.kind()).isEqualTo("rollback");
        assertThat(last.reason())
                .isEqualTo("by the tuner, a request takes 900 us, +80% against 500 us before, at +0% operations per"
                        + " second, takes back d1");
        assertThat(rig.tuner.history(10).get(0).verdict()).startsWith("worse: a request takes 900 us");
    }

    @Test
    void whatWasTakenBackIsNotProposedAgainForItNotEvenAfterARestart() throws Exception {
        moved(WORSE);
        rig.start().run(40, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        rig.run(60, 0.0);
        rig.start().run(30, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().line()).contains("d1 was rolled back at read ratio 0.00");
        rig.run(20, 1.0);
        assertThat(rig.pools()).as("another workload").containsExactly(80, 16);
    }

    @Test
    void anotherModelBeginsAnew() throws Exception {
        moved(WORSE);
        rig.start().run(40, 0.0);
        assertThat(rig.pools()).containsExactly(32, 32);
        retrained();
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    @Test
    void aChangeThatHelpsIsKept() throws Exception {
        moved(BETTER);
        rig.start().run(60, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.history(1000).get(0).verdict())
                .isEqualTo("better: a request takes 300 us, -40% against 500 us before, at +0% operations per second");
        assertThat(rig.tuner.status().line()).doesNotContain("watches");
    }

    @Test
    void aChangeThatDoesNothingIsKept() throws Exception {
        moved(520);
        rig.start().run(120, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.history(1000).get(0).verdict()).startsWith("same: a request takes 520 us, +4%");
    }

    @Test
    void nothingIsToldWhereTheWorkloadChangesBefore() throws Exception {
        moved(WORSE);
        rig.start().run(20, 0.0);
        rig.run(20, 1.0);
        assertThat(rig.pools()).containsExactly(80, 16);
        assertThat(rig.tuner.history(1000).get(0).verdict())
                .startsWith("unknown: the workload changed before anything could be told");
    }

    @Test
    void nothingIsToldWhereSomebodyElseSetsAKnobMeanwhile() throws Exception {
        moved(WORSE);
        rig.start().run(10, 0.0);
        rig.node.storageService.values.put("ConcurrentCompactors", 1);
        rig.run(60, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.history(1000).get(0).verdict())
                .isEqualTo("unknown: somebody else has set concurrent_compactors to 1 before anything could be told");
    }

    @Test
    void outsideOfAutoAHumanTakesBack() throws Exception {
        rig.mode = Mode.APPROVE;
        moved(WORSE);
        rig.start().run(10, 0.0);
        rig.tuner.apply("d1");
        rig.run(60, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.history(1000).get(1).verdict()).startsWith("worse: ");
        rig.tuner.rollback();
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    @Test
    void afterThreeWrongPredictionsInSuccessionItOnlyAdvises() throws Exception {
        moved(WORSE);
        rig.start();
        for (double readRatio : new double[] {0.0, 0.5, 1.0}) {
            rig.run(60, readRatio);
            assertThat(rig.pools()).as("at %s", readRatio).containsExactly(32, 32);
        }
        assertThat(rig.tuner.status().applied()).isEqualTo(3);
        rig.run(60, 0.25);
        assertThat(rig.tuner.status().applied()).isEqualTo(3);
        assertThat(rig.tuner.status().line()).contains("the last 3 changes made the node worse (d1, ");
        rig.start().run(20, 0.75);
        assertThat(rig.tuner.status().applied()).as("a restart is no excuse").isZero();
        assertThat(rig.tuner.status().line()).contains("the last 3 changes made the node worse (d1, ");
        String id = rig.tuner.propose().id();
        assertThatThrownBy(() -> rig.tuner.apply(id)).hasMessageContaining("the last 3 changes made the node worse");
        rig.tuner.resume();
        rig.run(20, 0.75);
        assertThat(rig.tuner.status().applied()).isEqualTo(1);
    }

    @Test
    void aRightPredictionInBetweenCounts() throws Exception {
        rig.micros = (readers, writers) -> readers == 48 ? BETTER : readers == 32 ? 500 : WORSE;
        rig.start();
        for (double readRatio : new double[] {0.0, 1.0, 0.5, 0.25, 0.75}) {
            rig.run(60, readRatio);
        }
        assertThat(rig.tuner.status().applied()).isEqualTo(5);
        assertThat(rig.pools()).as("the one that was right").containsExactly(48, 48);
        assertThat(rig.tuner.status().line()).doesNotContain("made the node worse (");
    }

    @Test
    void nothingIsTakenBackWithoutAJournal() throws Exception {
        moved(WORSE);
        rig.start().run(30, 0.0);
        rig.stop();
        rig.run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.status().line()).contains("cannot be written");
    }

    @Test
    void whatAHumanResumesWithIsNotTakenBackByWhatWasOwedBefore() throws Exception {
        moved(WORSE);
        rig.start().run(10, 0.0);
        rig.tuner.hold("a look at it");
        rig.run(60, 0.0);
        assertThat(rig.tuner.status().line()).contains("takes the last change back as soon as it may: a request takes");
        rig.tuner.resume();
        rig.run(30, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        assertThat(rig.tuner.status().line()).doesNotContain("takes the last change back");
    }

    @Test
    void aVerdictIsOnTheModelThatMadeTheChange() throws Exception {
        moved(WORSE);
        rig.start().run(10, 0.0);
        retrained();
        rig.tuner.reloadModel("model.zip");
        rig.run(40, 0.0);
        assertThat(rig.tuner.history(1000))
                .anySatisfy(decision -> assertThat(decision.kind()).isEqualTo("rollback"));
        rig.run(40, 1.0);
        rig.run(10, 0.0);
        assertThat(rig.tuner.history(1000))
                .noneSatisfy(decision -> assertThat(decision.reason()).contains("was rolled back at read ratio"));
    }

    @Test
    void aHoldKeepsTheTunersHandsOffTheNode() throws Exception {
        moved(WORSE);
        rig.start().run(10, 0.0);
        rig.tuner.hold("a benchmark");
        rig.run(60, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
    }

    /** What requests take once the pools are not what they were at the start. */
    private void moved(int micros) {
        rig.micros = (readers, writers) -> readers == 32 && writers == 32 ? 500 : micros;
    }

    private void retrained() {
        ModelSource former = rig.bundles;
        rig.bundles = file -> {
            Model model = former.load(file);
            Provenance provenance = model.provenance();
            return new Model(
                    file,
                    model.loadedAt(),
                    model.surrogate(),
                    model.envelope(),
                    new Provenance(provenance.environment(), 41, "another", provenance.command(), 1),
                    model.loader(),
                    model.mismatches(),
                    model.tolerance());
        };
    }
}
