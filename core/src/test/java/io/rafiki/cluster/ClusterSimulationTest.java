package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Roll-outs under random faults: stops, kills, lost answers and partitions. Each schedule follows from its seed, so {@code schedule(SEED)}
 * repeats a failure. {@code -Drafiki.long=true} runs 10,000 schedules.
 */
class ClusterSimulationTest {

    private static final int SCHEDULES = Boolean.getBoolean("rafiki.long") ? 10_000 : 200;
    private static final int FAULTY_ROUNDS = 100;
    private static final int QUIET_ROUNDS = 400;

    @Test
    void everyRolloutEndsAndLeavesNoOrphan() {
        int confirmed = 0;
        for (long seed = 0; seed < SCHEDULES; seed++) {
            confirmed += schedule(seed) == Phase.CONFIRMED ? 1 : 0;
        }
        assertThat(confirmed).as("both ends occur").isBetween(SCHEDULES / 10, SCHEDULES - SCHEDULES / 10);
    }

    private static Phase schedule(long seed) {
        Random random = new Random(seed);
        double effect = List.of(-0.2, 0.0, 0.2).get(random.nextInt(3));
        SimulatedCluster cluster = new SimulatedCluster(seed, 6, 2, effect, random.nextBoolean());
        rounds(cluster, 3);
        cluster.begin();
        rounds(cluster, random.nextInt(50));
        cluster.faulty(true);
        rounds(cluster, FAULTY_ROUNDS);
        cluster.faulty(false);
        for (int i = 0; i < QUIET_ROUNDS && !isOver(cluster); i++) {
            cluster.round();
            if (i == QUIET_ROUNDS / 2 && phase(cluster) == Phase.COMPARING) {
                // no difference is shown, so an operator decides
                cluster.request(random.nextBoolean() ? Request.PROMOTE : Request.ABORT);
            }
        }
        Rollout last = cluster.rollout().orElseThrow();
        assertThat(last.phase().isOver()).as("seed %d: %s", seed, last).isTrue();
        // a node that was killed at last gets the change again
        rounds(cluster, 60);
        assertThat(cluster.violations()).as("seed %d", seed).isEmpty();
        assertThat(cluster.changed())
                .as("seed %d: nodes with the change after %s", seed, phase(cluster))
                .hasSize(phase(cluster) == Phase.CONFIRMED ? 6 : 0);
        return phase(cluster);
    }

    /** A better change reaches all nodes, in a time and with statements that grow with the number of nodes as stated. */
    @Test
    void aLargeClusterIsChangedRackByRack() {
        SimulatedCluster cluster = new SimulatedCluster(1, 100, 10, -0.2, false);
        rounds(cluster, 3);
        cluster.begin();
        long before = cluster.statements();
        int rounds = 0;
        while (phase(cluster) != Phase.CONFIRMED && rounds < 500) {
            cluster.round();
            rounds++;
        }
        assertThat(phase(cluster)).isEqualTo(Phase.CONFIRMED);
        assertThat(cluster.changed()).hasSize(100);
        // each tick of a node is six statements at most, apart from its reports
        assertThat(cluster.statements() - before).isLessThan(8L * 100 * rounds);
    }

    private static boolean isOver(SimulatedCluster cluster) {
        return phase(cluster).isOver();
    }

    private static Phase phase(SimulatedCluster cluster) {
        return cluster.rollout().orElseThrow().phase();
    }

    private static void rounds(SimulatedCluster cluster, int count) {
        for (int i = 0; i < count; i++) {
            cluster.round();
        }
    }
}
