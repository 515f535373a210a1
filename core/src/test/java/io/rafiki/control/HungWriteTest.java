package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.rafiki.control.machine.LoopPhase;
import io.rafiki.control.reason.ChangeOutcome.ChangeUndone;
import io.rafiki.control.reason.ChangeOutcome.ModeForbids;
import io.rafiki.control.reason.ChangeOutcome.StoppedByOperator;
import io.rafiki.control.reason.Problem.Stopped;
import io.rafiki.control.status.TunerStatus;
import io.rafiki.decision.Mode;
import io.rafiki.journal.JournalScan;
import io.rafiki.journal.RecordType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A setter of the node hangs in the first of two writes. The operator's commands answer while it hangs. */
@Timeout(60)
class HungWriteTest {

    /** Far below the hang, which ends with the test. */
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    private final CountDownLatch hung = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private Rig rig;
    private Thread tick;

    @BeforeEach
    void hang() throws Exception {
        rig = new Rig(folder);
        rig.start().run(9, 0.0);
        Runnable hangs = () -> {
            hung.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        rig.node.readStage.beforeSet = hangs;
        rig.node.mutationStage.beforeSet = hangs;
        tick = new Thread(() -> rig.run(1, 0.0), "tick");
        tick.setDaemon(true);
        tick.start();
        assertThat(hung.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @AfterEach
    void close() throws Exception {
        release.countDown();
        tick.join(10_000);
        rig.stop();
    }

    @Test
    void statusNamesThePhase() {
        TunerStatus status = assertTimeout(SOON, () -> rig.tuner.status());
        assertThat(status.phase()).isEqualTo(LoopPhase.APPLYING);
    }

    @Test
    void stopAnswersAtOnceAndTheBegunChangeIsUndone() throws Exception {
        String answer = assertTimeout(SOON, () -> rig.tuner.stop());
        assertThat(answer).startsWith("stopped; the loop was applying");
        assertThat(rig.problems()).contains(new Stopped("an operator"));
        assertThat(rig.tuner.status().phase()).isEqualTo(LoopPhase.STOPPING);
        release.countDown();
        tick.join(10_000);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().phase()).isEqualTo(LoopPhase.STOPPED);
        assertThat(rig.tuner.status().last().orElseThrow().readBack())
                .contains(new ChangeUndone(new StoppedByOperator(), List.of()));
    }

    /** The operator restarts the node to end the hang. */
    @Test
    void stopIsRecordedWhileTheSetterHangs() throws Exception {
        assertTimeout(SOON, () -> rig.tuner.stop());
        assertThat(JournalScan.entries(rig.journal))
                .filteredOn(entry -> entry.kind() == RecordType.VERB)
                .singleElement()
                .satisfies(entry -> assertThat(entry.content()).containsEntry("verb", "stop"));
    }

    @Test
    void aModeWithoutWritesUndoesTheBegunChange() throws Exception {
        assertTimeout(SOON, () -> rig.tuner.setMode("advise"));
        release.countDown();
        tick.join(10_000);
        assertThat(rig.pools()).containsExactly(32, 32);
        assertThat(rig.tuner.status().last().orElseThrow().readBack())
                .contains(new ChangeUndone(new ModeForbids(Mode.ADVISE), List.of()));
    }

    @Test
    void pauseAndModeAnswerAtOnceAndAreRecorded() throws Exception {
        assertTimeout(SOON, () -> rig.tuner.pause("a look at it"));
        assertTimeout(SOON, () -> rig.tuner.setMode("approve"));
        assertThat(rig.tuner.status().mode()).isEqualTo(Mode.APPROVE);
        release.countDown();
        tick.join(10_000);
        assertThat(rig.pools()).as("the change was begun before").containsExactly(16, 80);
        assertThat(rig.log.infos).contains("pause a look at it (by an operator)");
    }
}
