package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real process that does nothing but use one processor. */
class BackgroundLoadTest {

    private Process busy;
    private Process idle;

    @BeforeEach
    void start() throws Exception {
        busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        idle = new ProcessBuilder("sleep", "60").start();
    }

    @AfterEach
    void end() {
        busy.destroyForcibly();
        idle.destroyForcibly();
    }

    @Test
    void interruptsBelongToNoProcess() {
        assertThat(BackgroundLoad.busy("cpu0 1000 200 30 90000 8000 400 5000 6 700 0".split(" ", -1)))
                .isEqualTo(1000 + 200 + 30 + 6);
    }

    /** Whatever else this machine does is in both shares: they differ by the busy process. */
    @Test
    void aProcessOfOthersCountsAndTheNodesOwnDoesNot() throws Exception {
        int processors = HostInfo.allowed().size();
        BackgroundLoad asOthers = new BackgroundLoad(idle.pid());
        BackgroundLoad asNode = new BackgroundLoad(busy.pid());
        TimeUnit.SECONDS.sleep(3);
        double share = (asOthers.share() - asNode.share()) * processors;
        assertThat(share).as("processors that it used").isBetween(0.2, 1.1);
    }
}
