package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.control.proposal.LoadedModel;
import io.rafiki.control.proposal.ModelLoader;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.ClientCounts;
import io.rafiki.workload.CounterSample;
import io.rafiki.workload.TableCounts;
import io.rafiki.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills, poison and errors at the tuner's every border; in each case the node keeps what it had or has all of the change. */
class FaultToleranceTest {

    private static final long SEED = 50;
    private static final List<Object> BEFORE = List.of(32, 32);
    private static final List<Object> AFTER = List.of(16, 80);

    private static final List<Supplier<Throwable>> ERRORS =
            List.of(() -> new ArithmeticException("broken"), () -> new LinkageError("gone"), StackOverflowError::new);

    @TempDir
    Path folder;

    private Rig rig;
    private SplittableRandom random;

    @BeforeEach
    void set() throws Exception {
        rig = new Rig(folder);
        random = new SplittableRandom(SEED);
    }

    /** A kill leaves the journal as far as it was written; the node that starts next has the values of its yaml. */
    @Test
    void aKillAtAnyOfFiftyMomentsOfAnApplyIsReportedAndNotContinued() throws Exception {
        rig.start().run(10, 0.0);
        rig.stop();
        byte[] whole = Files.readAllBytes(rig.journal);
        int interrupted = 0;
        for (int i = 0; i < 50; i++) {
            int cut = random.nextInt(1, whole.length);
            Rig next = new Rig(Files.createDirectory(folder.resolve("kill" + i)));
            Files.write(next.journal, Arrays.copyOf(whole, cut));
            List<RecordType> left = JournalScan.entries(next.journal).stream()
                    .map(JournalRecord::kind)
                    .toList();
            boolean halfDone = left.contains(RecordType.DECISION) && !left.contains(RecordType.OUTCOME);
            next.start();
            assertThat(next.pools()).as("cut at %d", cut).isEqualTo(BEFORE);
            assertThat(next.tuner.history(10))
                    .as("cut at %d", cut)
                    .extracting(decided -> decided.readBack().orElseThrow().code())
                    .isEqualTo(halfDone ? List.of("interrupted") : decided(left));
            interrupted += halfDone ? 1 : 0;
            next.run(10, 0.0);
            assertThat(next.pools()).as("decided again, cut at %d", cut).isEqualTo(AFTER);
            next.stop();
            JournalScan reading = JournalScan.of(next.journal);
            assertThat(reading.torn()).as("cut at %d", cut).isFalse();
            assertThat(reading.damagedLines()).as("cut at %d", cut).isEmpty();
        }
        assertThat(interrupted).as("cuts within the apply, seed %d", SEED).isGreaterThan(15);
    }

    private static List<String> decided(List<RecordType> left) {
        return left.contains(RecordType.OUTCOME) ? List.of("ok") : List.of();
    }

    @Test
    void poisonedCountersChangeNothing() throws Exception {
        long[] odd = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 0, 1L << 62};
        long[] time = {0};
        boolean[] sane = {false};
        rig.counters = () -> {
            time[0] += 1_000_000_000L;
            long good = time[0] / 1_000_000;
            boolean poison = !sane[0] && time[0] / 1_000_000_000L % 5 == 0;
            long reads = poison ? odd[random.nextInt(odd.length)] : good;
            return new CounterSample(
                    time[0],
                    List.of(new TableCounts("ycsb.usertable", reads, poison ? odd[random.nextInt(odd.length)] : 0, 0)),
                    sane[0]
                            ? new ClientCounts(reads, reads * 500, 5, 2_500)
                            : new ClientCounts(
                                    reads, odd[random.nextInt(odd.length)], 5, odd[random.nextInt(odd.length)]));
        };
        rig.start();
        for (int i = 0; i < 500; i++) {
            rig.run(1, 1.0);
        }
        assertThat(rig.pools()).as("seed %d", SEED).isEqualTo(BEFORE);
        assertThat(rig.tuner.status().faults()).isZero();
        sane[0] = true;
        rig.run(40, 1.0);
        assertThat(rig.pools()).as("the loop still decides").isNotEqualTo(BEFORE);
    }

    @Test
    void aClockThatJumpsChangesNothing() throws Exception {
        rig.coolDown = Duration.ofMinutes(1);
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).isEqualTo(AFTER);
        for (Duration jump : List.of(Duration.ofHours(-1), Duration.ofDays(1), Duration.ofDays(-1))) {
            rig.pass(jump);
            rig.run(30, 0.0);
            assertThat(rig.pools()).as("after %s", jump).isEqualTo(AFTER);
            assertThat(rig.tuner.status().applied()).isEqualTo(1);
            assertThat(rig.tuner.status().faults()).isZero();
        }
        rig.run(20, 1.0);
        assertThat(rig.pools()).as("the loop still decides").isNotEqualTo(AFTER);
        assertThat(rig.tuner.status().applied()).isEqualTo(2);
    }

    @Test
    void whateverTheModelThrowsTheNodeKeepsWhatItHas() throws Exception {
        for (Supplier<Throwable> error : ERRORS) {
            Rig broken = new Rig(Files.createTempDirectory(folder, "model"));
            ModelLoader sound = broken.bundles;
            broken.bundles = file -> {
                LoadedModel model = sound.load(file);
                return new LoadedModel(
                        file,
                        model.loadedAt(),
                        new Throwing(broken.space, error),
                        model.envelope(),
                        model.provenance(),
                        model.engine(),
                        List.of(),
                        0.05);
            };
            broken.startUnticked();
            assertSurvives(broken, BEFORE);
        }
    }

    /** An error of a bean comes as one of the node's; what was begun is put back. */
    @Test
    void whateverABeanThrowsTheNodeHasAllOrNothingOfAChange() throws Exception {
        for (Supplier<Throwable> error : ERRORS) {
            for (int call = 0; call < 20; call++) {
                Rig broken = new Rig(Files.createTempDirectory(folder, "bean"));
                broken.startUnticked();
                broken.node.readStage.throwAt(call, error);
                ticks(broken);
                assertThat(broken.pools()).as("call %d, %s", call, error.get()).isIn(BEFORE, AFTER);
                broken.stop();
            }
        }
    }

    private static void assertSurvives(Rig broken, List<Object> pools) throws Exception {
        ticks(broken);
        assertThat(broken.pools()).isEqualTo(pools);
        assertThat(broken.tuner.status().faults()).isPositive();
        broken.stop();
    }

    /** As the duty ticks: whatever comes out of one is told to the tuner. */
    private static void ticks(Rig rig) {
        for (int i = 0; i < 21; i++) {
            try {
                rig.run(1, 0.0);
            } catch (Throwable fault) {
                rig.tuner.fault(fault);
            }
        }
    }

    /** A model that throws. */
    private record Throwing(KnobSpace space, Supplier<Throwable> error) implements Surrogate {

        @Override
        public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
            LoneNode.raise(error.get());
        }

        @Override
        public Surrogate copy() {
            return this;
        }
    }
}
