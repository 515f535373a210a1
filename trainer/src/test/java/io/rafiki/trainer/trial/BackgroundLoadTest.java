package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** The kernel counts most of the work for packets of this JVM as interrupts. Nobody reads them. */
    @Test
    void theTrafficOfNodeAndClientDoesNotCount() throws Exception {
        BackgroundLoad others = new BackgroundLoad(busy.pid());
        long interrupts = interrupts();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
        try (DatagramSocket receiver = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                DatagramSocket sender = new DatagramSocket()) {
            DatagramPacket packet =
                    new DatagramPacket(new byte[64], 64, InetAddress.getLoopbackAddress(), receiver.getLocalPort());
            while (System.nanoTime() < end) {
                sender.send(packet);
            }
        }
        double share = others.share();
        double ofInterrupts =
                (interrupts() - interrupts) / (300.0 * HostInfo.allowed().size());
        assumeTrue(ofInterrupts > 0.05, "this kernel counts packets for the process");
        assertThat(share).isLessThan(ofInterrupts / 2);
    }

    /** In hundredths of a second, of all processors. */
    private static long interrupts() throws IOException {
        String[] all = Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +", -1);
        return Long.parseLong(all[6]) + Long.parseLong(all[7]);
    }
}
