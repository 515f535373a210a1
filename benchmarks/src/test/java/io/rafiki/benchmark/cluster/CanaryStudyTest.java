package io.rafiki.benchmark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.benchmark.cluster.CanaryStudy.Line;
import io.rafiki.cluster.PeerWindow;
import io.rafiki.cluster.PeerWindow.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CanaryStudyTest {

    @Test
    void aLineIsReadAsItWasWritten() {
        Line line = line(2, "127.0.0.3", 7, 400.125);
        assertThat(Line.of(line.text())).isEqualTo(line);
    }

    /** Two stretches of 90 windows on three nodes; the third stretch belongs to two runs. */
    @Test
    void eachNodeIsTheCanaryOfEachStretch() {
        CanaryStudy study = new CanaryStudy(lines(0.02, 1), 1);
        assertThat(study.looks()).isEqualTo(270);
        assertThat(study.verdicts(60, 0)).hasSize(6);
        assertThat(study.report()).last().asString().startsWith("canary: windows=270 false=");
    }

    /** A window that two runs share is none. */
    @Test
    void successiveWindowsCountAsOne() {
        assertThat(new CanaryStudy(lines(0.02, 1), 3).looks()).isEqualTo(89);
    }

    @Test
    void aLossIsFoundOnQuietNodesAndAStepOfOneNodeIsAVerdict() {
        assertThat(new CanaryStudy(lines(0.02, 1), 1).verdicts(10, 0.1)).allMatch(verdict -> verdict.isHarm());
        assertThat(new CanaryStudy(lines(0.02, 1.5), 1).verdicts(60, 0)).anyMatch(verdict -> verdict.isReached());
    }

    /** @param step factor of one node's service time in the second half of each stretch */
    private static List<Line> lines(double noise, double step) {
        Random random = new Random(1);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < 270; i++) {
            for (int node = 1; node <= 3; node++) {
                double service = 400 * node * Math.exp(noise * random.nextGaussian());
                lines.add(line(
                        i < 200 ? 1 : 2, "127.0.0." + node, i, node == 2 && i % 90 > 45 ? step * service : service));
            }
        }
        return lines;
    }

    private static Line line(int run, String node, long windows, double service) {
        return new Line(
                run,
                1.5,
                node,
                windows,
                new PeerWindow(0.5, 0.25, new Times(2 * service, service), new Times(6_000, 5_000), 100, 0, 0, 0));
    }
}
