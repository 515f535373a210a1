package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.rafiki.control.executor.BoundedWait;
import io.rafiki.control.machine.LoopPhase;
import io.rafiki.control.reason.Problem.EffectHung;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A setter hangs that a command itself has called. The answer does not wait for it. */
@Timeout(60)
class HungCommandTest extends RiggedTest {

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void end() {
        release.countDown();
    }

    @Test
    void aStopAnswersWhileItsOwnRestoreHangs() throws Exception {
        rig.restoresOnStop = true;
        rig.answers = new BoundedWait(HungCommandTest::start, Duration.ofMillis(200));
        rig.start().run(20, 0.0);
        assertThat(rig.pools()).containsExactly(16, 80);
        rig.node.readStage.beforeSet = this::hang;
        rig.node.mutationStage.beforeSet = this::hang;
        String answer = assertTimeoutPreemptively(Duration.ofSeconds(10), () -> rig.tuner.stop());
        assertThat(answer).startsWith("stopped; the loop was watching");
        assertThat(rig.tuner.status().phase()).isEqualTo(LoopPhase.STOPPING);
        reached.await();
        rig.pass(Duration.ofSeconds(11));
        assertThat(rig.problems()).hasAtLeastOneElementOfType(EffectHung.class);
        release.countDown();
        // the next tick waits for the end of the restore
        rig.run(1, 0.0);
        assertThat(rig.tuner.status().phase()).isEqualTo(LoopPhase.STOPPED);
        assertThat(rig.pools()).containsExactly(32, 32);
    }

    private static void start(Runnable call) {
        Thread thread = new Thread(call, "command");
        thread.setDaemon(true);
        thread.start();
    }

    private void hang() {
        reached.countDown();
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
