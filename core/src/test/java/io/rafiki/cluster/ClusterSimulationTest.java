package io.rafiki.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Roll-outs under random faults: stops, kills, lost answers and partitions. Each schedule follows from its seed. {@code -Drafiki.long=true}
 * runs 10,000 schedules.
 */
class ClusterSimulationTest {

    private static final int SCHEDULES = Boolean.getBoolean("rafiki.long") ? 10_000 : 200;
    private static final int FAULTY_ROUNDS = 100;
    private static final int QUIET_ROUNDS = 400;

    @Test
    void everyRolloutEndsAndLeavesNoOrphan() {
        Map<Phase, Integer> ends = new EnumMap<>(Phase.class);
        for (long seed = 0; seed < SCHEDULES; seed++) {
            ends.merge(phase(ended(seed)), 1, Integer::sum);
        }
        assertThat(ends.keySet()).containsExactlyInAnyOrder(Phase.CONFIRMED, Phase.PERMANENT, Phase.ABORTED);
        assertThat(ends.values()).as("%d schedules: each end occurs", SCHEDULES).allSatisfy(count -> assertThat(count)
                .isGreaterThan(SCHEDULES / 20));
    }

    /** {@code -Drafiki.seed=N} repeats a schedule that failed. */
    @Test
    void aScheduleFollowsFromItsSeed() {
        long seed = Long.getLong("rafiki.seed", 1);
        SimulatedCluster first = ended(seed);
        SimulatedCluster second = ended(seed);
        assertThat(second.rollout()).as("seed %d", seed).isEqualTo(first.rollout());
        assertThat(second.statements()).as("seed %d", seed).isEqualTo(first.statements());
    }

    /** The cluster after the schedule of a seed. Whatever fails, the seed is in the message. */
    private static SimulatedCluster ended(long seed) {
        try {
            return schedule(seed);
        } catch (RuntimeException failure) {
            throw new AssertionError("seed " + seed, failure);
        }
    }

    private static SimulatedCluster schedule(long seed) {
        Random random = new Random(seed);
        double effect = List.of(-0.2, 0.0, 0.2).get(random.nextInt(3));
        SimulatedCluster cluster = new SimulatedCluster(seed, 6, 2, effect, random.nextBoolean());
        rounds(cluster, 3);
        cluster.begin();
        rounds(cluster, random.nextInt(50));
        // faults abort most roll-outs, so half of them meet none until they are confirmed
        cluster.faulty(random.nextBoolean());
        rounds(cluster, FAULTY_ROUNDS);
        cluster.faulty(false);
        for (int i = 0; i < QUIET_ROUNDS && !isOver(cluster); i++) {
            cluster.round();
            if (i == QUIET_ROUNDS / 2 && phase(cluster) == Phase.COMPARING) {
                // no difference is shown, so an operator decides
                cluster.operator().request("", random.nextBoolean() ? Request.PROMOTE : Request.ABORT, "an operator");
            }
        }
        if (phase(cluster) == Phase.CONFIRMED && random.nextBoolean()) {
            requestAmongFaults(cluster, Request.MAKE_PERMANENT);
        }
        if (phase(cluster).isConfirmed() && random.nextInt(4) == 0) {
            requestAmongFaults(cluster, Request.ABORT);
        }
        Rollout last = cluster.rollout().orElseThrow();
        assertThat(last.phase().isOver()).as("seed %d: %s", seed, last).isTrue();
        // a node that was killed at last gets the change again
        rounds(cluster, 60);
        assertThat(cluster.violations()).as("seed %d", seed).isEmpty();
        assertThat(cluster.changed())
                .as("seed %d: nodes with the change after %s", seed, phase(cluster))
                .hasSize(phase(cluster).isConfirmed() ? 6 : 0);
        assertThat(cluster.saved())
                .as("seed %d: nodes that keep the change after %s", seed, phase(cluster))
                .hasSize(phase(cluster) == Phase.PERMANENT ? 6 : 0);
        return cluster;
    }

    /** Several leaders before the drop leave epochs that a new table does not have. */
    @Test
    void rolloutsGoOnAfterAnOperatorDropsTheTables() {
        for (long seed = 0; seed < SCHEDULES / 10; seed++) {
            Random random = new Random(seed);
            SimulatedCluster cluster = new SimulatedCluster(seed, 6, 2, -0.2, random.nextBoolean());
            rounds(cluster, 3);
            cluster.begin();
            rounds(cluster, 40);
            cluster.faulty(true);
            rounds(cluster, FAULTY_ROUNDS);
            cluster.faulty(false);
            if (phase(cluster) != Phase.ABORTED) {
                requestAmongFaults(cluster, Request.ABORT);
            }
            assertThat(phase(cluster)).as("seed %d", seed).isEqualTo(Phase.ABORTED);
            cluster.faulty(random.nextBoolean());
            cluster.dropTables();
            rounds(cluster, 10);
            cluster.faulty(false);
            rounds(cluster, 60);
            cluster.begin();
            rounds(cluster, QUIET_ROUNDS);
            assertThat(cluster.violations()).as("seed %d", seed).isEmpty();
            assertThat(cluster.rollout().orElseThrow().plan().number())
                    .as("seed %d", seed)
                    .isEqualTo(2);
            assertThat(phase(cluster)).as("seed %d", seed).isEqualTo(Phase.CONFIRMED);
            assertThat(cluster.changed()).as("seed %d", seed).hasSize(6);
        }
    }

    /** A lease ends on its holder although the node does not tick. */
    @Test
    void theStatusShowsNoLeaseThatIsOver() {
        SimulatedCluster cluster = new SimulatedCluster(1, 3, 1, -0.2, false);
        rounds(cluster, 3);
        List<String> leaders = Stream.of("n0000", "n0001", "n0002")
                .filter(node -> cluster.leading(node).isPresent())
                .toList();
        assertThat(leaders).hasSize(1);
        cluster.pass(Duration.ofMinutes(1));
        assertThat(cluster.leading(leaders.get(0))).isEmpty();
    }

    private static void requestAmongFaults(SimulatedCluster cluster, Request what) {
        cluster.operator().request("", what, "an operator");
        cluster.faulty(true);
        rounds(cluster, FAULTY_ROUNDS);
        cluster.faulty(false);
        rounds(cluster, QUIET_ROUNDS);
    }

    /** Time and statements per node hardly depend on the number of nodes; the long form prints those of larger clusters. */
    @Test
    void aLargeClusterIsChangedRackByRack() {
        report(3, 1);
        report(30, 3);
        report(100, 10);
        if (Boolean.getBoolean("rafiki.long")) {
            report(300, 30);
            report(1_000, 30);
        }
    }

    private static void report(int nodes, int racks) {
        SimulatedCluster cluster = new SimulatedCluster(1, nodes, racks, -0.2, false);
        rounds(cluster, 3);
        cluster.begin();
        long statements = cluster.statements();
        double begin = cluster.seconds();
        for (int i = 0; i < 1_000 && phase(cluster) != Phase.CONFIRMED; i++) {
            cluster.round();
        }
        assertThat(phase(cluster)).isEqualTo(Phase.CONFIRMED);
        assertThat(cluster.changed()).hasSize(nodes);
        double minutes = (cluster.seconds() - begin) / 60;
        double perNode = (cluster.statements() - statements) / minutes / nodes;
        assertThat(perNode).as("statements per node and minute").isLessThan(70);
        System.out.printf(
                "%d nodes, %d racks: %.1f minutes, %.1f statements per node and minute%n",
                nodes, racks, minutes, perNode);
    }

    @Test
    void aSecondRolloutFollowsAConfirmedOne() {
        SimulatedCluster cluster = new SimulatedCluster(1, 3, 1, -0.2, false);
        rounds(cluster, 3);
        cluster.begin();
        rounds(cluster, 100);
        assertThat(phase(cluster)).isEqualTo(Phase.CONFIRMED);
        cluster.begin();
        rounds(cluster, 100);
        assertThat(cluster.rollout().orElseThrow().plan().number()).isEqualTo(2);
        assertThat(phase(cluster)).as("it has its windows before the change").isEqualTo(Phase.COMPARING);
    }

    /** The leader begins it by itself after four hours on its clock, which drifts. */
    @Test
    void anExplorationEndsWithoutAnOperator() {
        for (long seed = 0; seed < 4; seed++) {
            boolean isBetter = seed % 2 == 0;
            SimulatedCluster cluster = SimulatedCluster.exploring(seed, isBetter ? -0.2 : 0);
            rounds(cluster, 2_700);
            assertThat(cluster.rollout()).as("seed %d", seed).isEmpty();
            for (int i = 0; i < 400 && cluster.rollout().isEmpty(); i++) {
                cluster.round();
            }
            assertThat(cluster.rollout()).as("seed %d", seed).isPresent();
            cluster.faulty(seed > 1);
            rounds(cluster, FAULTY_ROUNDS);
            cluster.faulty(false);
            rounds(cluster, QUIET_ROUNDS);
            assertThat(cluster.violations()).as("seed %d", seed).isEmpty();
            assertThat(isOver(cluster)).as("seed %d: %s", seed, phase(cluster)).isTrue();
            assertThat(cluster.changed())
                    .as("seed %d: %s", seed, phase(cluster))
                    .hasSize(phase(cluster).isConfirmed() ? 6 : 0);
            assertThat(phase(cluster).isConfirmed() && !isBetter)
                    .as("seed %d", seed)
                    .isFalse();
            assertThat(cluster.rollout().orElseThrow().plan().number())
                    .as("one in four hours")
                    .isEqualTo(1);
        }
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
