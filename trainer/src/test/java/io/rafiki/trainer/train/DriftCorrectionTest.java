package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Test;

class DriftCorrectionTest {

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final KnobSpace SPACE =
            new KnobSpace(List.of(new IntegerKnob("concurrent_reads", "threads", 8, 64, Map.of(), 32)));

    /** The same line by another road: a regression of what read ratio by read ratio differs from its mean (Frisch and Waugh). */
    @Test
    void isTheSlopeOfLeastSquaresWithALevelForEachReadRatio() {
        List<Trial> trials = campaign(-0.1, 0.02, 9);
        DriftCorrection drift = DriftCorrection.ofThroughput(trials, trials);
        SimpleRegression line = new SimpleRegression();
        for (double readRatio : new double[] {0.1, 0.9}) {
            List<Trial> same = trials.stream()
                    .filter(trial -> trial.workload().features().readRatio() == readRatio)
                    .toList();
            double x = same.stream()
                    .mapToDouble(DriftCorrectionTest::hours)
                    .average()
                    .orElseThrow();
            double y = same.stream()
                    .mapToDouble(trial -> Math.log(throughput(trial)))
                    .average()
                    .orElseThrow();
            same.forEach(trial -> line.addData(hours(trial) - x, Math.log(throughput(trial)) - y));
        }
        double ratio = drift.factor(trials.get(17)) / drift.factor(trials.get(0));
        assertThat(-Math.log(ratio) / hours(trials.get(17))).isCloseTo(line.getSlope(), within(1e-9));
    }

    @Test
    void correctsOnlySignificantEffects() {
        List<Trial> trials = campaign(-0.1, 0, 9);
        DriftCorrection drift = DriftCorrection.ofThroughput(trials, trials);
        assertThat(corrected(drift, trials, 0.1))
                .allSatisfy(value -> assertThat(value).isCloseTo(5000 * Math.exp(-0.1 * 0.85), within(1.0)));
        assertThat(drift.effects()).isEqualTo("-9.5 % per hour");
        assertThat(drift.sentence())
                .isEqualTo("the machine drifted (18 baseline trials; within a session: p < 0.001,"
                        + " -9.5 % per hour); all trials are corrected to the middle of the campaign.");
    }

    @Test
    void aSessionOnAnotherDayHasItsOwnLevel() {
        List<Trial> trials = new ArrayList<>(campaign(0, 0.01, 9));
        trials.addAll(later(48, 0.8, 0.8, campaign(0, 0.01, 10)));
        DriftCorrection drift = DriftCorrection.ofThroughput(trials, trials);
        assertThat(drift.sessions()).hasSize(2);
        assertThat(drift.effects()).startsWith("levels of 2 sessions");
        assertThat(corrected(drift, trials, 0.9))
                .allSatisfy(value -> assertThat(value).isCloseTo(3000 * Math.sqrt(0.8), within(120.0)));
        double between = drift.gain(drift.sessions().get(1), Workload.ofReadRatio(0.5))
                        .orElseThrow()
                - drift.gain(drift.sessions().get(0), Workload.ofReadRatio(0.5)).orElseThrow();
        assertThat(between).isCloseTo((0.8 - 1) / Math.sqrt(0.8), within(0.02));
    }

    /** Another machine, whose processors are faster and whose disk is not. */
    @Test
    void theLevelMayDependOnTheReadRatio() {
        List<Trial> trials = new ArrayList<>(campaign(0, 0.01, 9));
        later(2, 1.4, 1, campaign(0, 0.01, 10)).forEach(trial -> trials.add(Lines.on("another processor", trial)));
        DriftCorrection drift = DriftCorrection.ofThroughput(trials, trials);
        assertThat(drift.effects()).startsWith("levels of 2 sessions by read ratio");
        assertThat(corrected(drift, trials, 0.1))
                .allSatisfy(value -> assertThat(value).isCloseTo(5000 * Math.sqrt(1.4), within(250.0)));
        assertThat(corrected(drift, trials, 0.9))
                .allSatisfy(value -> assertThat(value).isCloseTo(3000, within(150.0)));
    }

    /** The drift is known until the last baseline, after 1.7 hours. The session lasts two hours longer. */
    @Test
    void aDriftIsNotExtrapolatedBeyondTheBaselines() {
        List<Trial> baselines = campaign(-0.1, 0.001, 9);
        List<Trial> all = new ArrayList<>(baselines);
        all.addAll(later(2, 1, 1, baselines));
        DriftCorrection drift = DriftCorrection.ofThroughput(baselines, all);
        assertThat(drift.sessions()).hasSize(1);
        double last = drift.factor(baselines.get(17));
        assertThat(last / drift.factor(baselines.get(0))).isCloseTo(Math.exp(0.1 * 1.7), within(0.01));
        assertThat(all.subList(18, 36))
                .allSatisfy(trial -> assertThat(drift.factor(trial)).isCloseTo(last, within(1e-9)));
    }

    /** The baselines have 10 and 90 % reads. A trial without reads is corrected as one with 10 %. */
    @Test
    void aLevelByReadRatioIsNotExtrapolated() {
        List<Trial> baselines = new ArrayList<>(campaign(0, 0.01, 9));
        later(2, 1.4, 1, campaign(0, 0.01, 10)).forEach(trial -> baselines.add(Lines.on("another processor", trial)));
        Trial writing = baselines.get(18);
        Trial onlyWriting = Lines.on(
                "another processor",
                Lines.measured(
                        new PlannedTrial(Workload.ofReadRatio(0), SPACE.defaults(), 0),
                        8_000,
                        writing.timing().started().toString()));
        List<Trial> all = new ArrayList<>(baselines);
        all.add(onlyWriting);
        DriftCorrection drift = DriftCorrection.ofThroughput(baselines, all);
        assertThat(drift.effects()).startsWith("levels of 2 sessions by read ratio");
        assertThat(drift.factor(writing)).isLessThan(0.9);
        assertThat(drift.factor(onlyWriting)).isCloseTo(drift.factor(writing), within(1e-9));
    }

    @Test
    void aSessionWithOneBaselineTrialIsNotCorrected() {
        List<Trial> trials = new ArrayList<>(campaign(-0.1, 0.01, 9));
        Trial lone = later(48, 0.5, 0.5, campaign(0, 0, 9)).get(0);
        trials.add(lone);
        DriftCorrection drift = DriftCorrection.ofThroughput(trials, trials);
        assertThat(drift.isShown()).isTrue();
        assertThat(drift.factor(lone)).isEqualTo(1);
        assertThat(drift.gain(drift.sessions().get(1), Workload.ofReadRatio(0.5)))
                .isEmpty();
        assertThat(drift.sentence())
                .startsWith("the machine drifted (18 baseline trials")
                .endsWith("; trials of 1 of 2 sessions are corrected to the middle of the campaign.");
    }

    /** Two machines differ by read ratio. A third session has two trials at one read ratio: it gets a level and no slope. */
    @Test
    void aSlopeIsFittedOnlyToSessionsThatDetermineIt() {
        List<Trial> trials = new ArrayList<>(campaign(0, 0.01, 9));
        later(2, 1.4, 1, campaign(0, 0.01, 10)).forEach(trial -> trials.add(Lines.on("another processor", trial)));
        List<Trial> third = later(48, 0.8, 0.8, campaign(0, 0.01, 11)).stream()
                .filter(trial -> trial.workload().features().readRatio() == 0.1)
                .limit(2)
                .toList();
        trials.addAll(third);
        DriftCorrection drift = DriftCorrection.ofThroughput(trials, trials);
        assertThat(drift.effects()).startsWith("levels of 3 sessions by read ratio");
        assertThat(trials).allSatisfy(trial -> assertThat(drift.factor(trial)).isBetween(0.6, 1.6));
        assertThat(drift.factor(third.get(0)) / drift.factor(trials.get(0))).isCloseTo(1 / 0.8, within(0.05));
    }

    /** The third session has trials at two workloads of one read ratio, with and without range reads. They determine no slope. */
    @Test
    void aSlopeNeedsTwoReadRatiosAndNotTwoWorkloads() {
        List<Trial> trials = new ArrayList<>(withScans(campaign(0, 0.01, 9)));
        withScans(later(2, 1.4, 1, campaign(0, 0.01, 10)))
                .forEach(trial -> trials.add(Lines.on("another processor", trial)));
        List<Trial> third = withScans(later(48, 1.4, 0.8, campaign(0, 0.01, 11)).stream()
                .filter(trial -> trial.workload().features().readRatio() == 0.9)
                .limit(4)
                .toList());
        trials.addAll(third);
        DriftCorrection drift = DriftCorrection.ofThroughput(trials, trials);
        assertThat(drift.effects()).startsWith("levels of 3 sessions by read ratio");
        Session last = drift.sessions().get(2);
        Session first = drift.sessions().get(0);
        assertThat(relative(drift, last, first, 0.1)).isCloseTo(relative(drift, last, first, 0.9), within(1e-9));
        assertThat(relative(drift, last, first, 0.9)).isCloseTo(0.8, within(0.03));
    }

    /** The level of a session relative to another one. */
    private static double relative(DriftCorrection drift, Session session, Session other, double readRatio) {
        Workload workload = Workload.ofReadRatio(readRatio);
        return (1 + drift.gain(session, workload).orElseThrow())
                / (1 + drift.gain(other, workload).orElseThrow());
    }

    /** The same trials with range reads in every other trial at 90 % reads. */
    private static List<Trial> withScans(List<Trial> trials) {
        List<Trial> some = new ArrayList<>();
        int reading = 0;
        for (Trial trial : trials) {
            Workload workload = trial.workload().features();
            boolean hasScans = workload.readRatio() == 0.9 && reading++ % 2 == 1;
            some.add(
                    hasScans
                            ? Lines.measured(
                                    new PlannedTrial(
                                            workload.with(WorkloadFeature.SCAN_SHARE, 0.1), SPACE.defaults(), 0),
                                    throughput(trial) / 2,
                                    trial.timing().started().toString())
                            : trial);
        }
        return some;
    }

    /** A read ratio is added to the plan. A session with this read ratio alone cannot be compared. */
    @Test
    void aSessionWithoutACommonReadRatioIsNotCorrected() {
        List<Trial> trials = new ArrayList<>(campaign(0, 0.01, 9));
        trials.addAll(later(20, 0.7, 0.7, campaign(0, 0.01, 10)));
        List<Trial> added = later(48, 0.5, 0.5, campaign(0, 0.01, 11)).stream()
                .filter(trial -> trial.workload().features().readRatio() == 0.1)
                .map(trial -> Lines.measured(
                        new PlannedTrial(Workload.ofReadRatio(0.7), SPACE.defaults(), trials.size()),
                        throughput(trial),
                        trial.timing().started().toString()))
                .toList();
        trials.addAll(added);
        DriftCorrection drift = DriftCorrection.ofThroughput(trials, trials);
        assertThat(drift.effects()).startsWith("levels of 2 sessions");
        assertThat(added).allSatisfy(trial -> assertThat(drift.factor(trial)).isEqualTo(1));
        assertThat(drift.gain(drift.sessions().get(2), Workload.ofReadRatio(0.7)))
                .isEmpty();
    }

    @Test
    void aSessionEndsAfterAnHoursPauseOrOnAnotherMachine() {
        List<Trial> first = campaign(0, 0, 9);
        List<Trial> trials = new ArrayList<>(first);
        trials.addAll(later(2.69, 1, 1, first.subList(0, 3)));
        trials.addAll(later(3.91, 1, 1, first.subList(0, 2)));
        trials.add(Lines.on("another processor", later(4.1, 1, 1, first).get(0)));
        Collections.shuffle(trials, new Random(1));
        assertThat(Session.of(trials)).extracting(Session::trials).containsExactly(21, 2, 1);
        assertThat(Session.of(trials))
                .extracting(Session::processor)
                .containsExactly("a processor", "a processor", "another processor");
    }

    /** Of tests at 5 % some 5 % err: 40 seeds of pure noise. */
    @Test
    void noiseIsNotTakenForDrift() {
        int shown = 0;
        for (int seed = 0; seed < 40; seed++) {
            List<Trial> trials = campaign(0, 0.05, seed);
            DriftCorrection drift = DriftCorrection.ofThroughput(trials, trials);
            shown += drift.isShown() ? 1 : 0;
            if (!drift.isShown()) {
                assertThat(drift.factor(trials.get(0))).isEqualTo(1);
                assertThat(drift.sentence()).startsWith("the machine shows no significant drift (");
            }
        }
        assertThat(shown).isLessThanOrEqualTo(6);
    }

    @Test
    void fewTrialsTellNothing() {
        List<Trial> trials = campaign(-0.5, 0, 9).subList(0, 7);
        DriftCorrection drift = DriftCorrection.ofThroughput(trials, trials);
        assertThat(drift.isShown()).isFalse();
        assertThat(drift.sentence()).startsWith("7 baseline trials are too few");
    }

    /** Three effects are asked for, each at 5 %; the tilts only after the levels. */
    @Test
    void similarSessionsAreNotCorrected() {
        int shown = 0;
        for (int seed = 0; seed < 40; seed++) {
            List<Trial> trials = new ArrayList<>(campaign(0, 0.05, seed));
            trials.addAll(later(20, 1, 1, campaign(0, 0.05, seed + 100)));
            trials.addAll(later(50, 1, 1, campaign(0, 0.05, seed + 200)));
            shown += DriftCorrection.ofThroughput(trials, trials).isShown() ? 1 : 0;
        }
        assertThat(shown).isLessThanOrEqualTo(9);
    }

    /** The same trials after so many hours, as a machine measures them that does so many times as much at 10 % and at 90 % reads. */
    private static List<Trial> later(double hours, double writing, double reading, List<Trial> trials) {
        return trials.stream()
                .map(trial -> Lines.measured(
                        new PlannedTrial(trial.workload().features(), SPACE.defaults(), 0),
                        throughput(trial) * (trial.workload().features().readRatio() < 0.5 ? writing : reading),
                        trial.timing()
                                .started()
                                .plusSeconds(Math.round(3600 * hours))
                                .toString()))
                .toList();
    }

    private static List<Double> corrected(DriftCorrection drift, List<Trial> trials, double readRatio) {
        return trials.stream()
                .filter(trial -> trial.workload().features().readRatio() == readRatio)
                .map(trial -> throughput(trial) * drift.factor(trial))
                .toList();
    }

    /** Nine trials at each of two read ratios, one every six minutes. */
    private static List<Trial> campaign(double hourly, double noise, long seed) {
        Random random = new Random(seed);
        Configuration usual = SPACE.defaults();
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < 18; i++) {
            double readRatio = i % 2 == 0 ? 0.1 : 0.9;
            double throughput =
                    (i % 2 == 0 ? 5000 : 3000) * Math.exp(hourly * i / 10.0 + noise * random.nextGaussian());
            trials.add(Lines.measured(
                    new PlannedTrial(Workload.ofReadRatio(readRatio), usual, i / 2),
                    throughput,
                    BEGIN.plusSeconds(360L * i).toString()));
        }
        return trials;
    }

    private static double throughput(Trial trial) {
        return trial.throughput().mean();
    }

    private static double hours(Trial trial) {
        return (trial.timing().started().toEpochMilli() - BEGIN.toEpochMilli()) / 3.6e6;
    }
}
