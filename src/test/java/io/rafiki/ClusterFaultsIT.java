package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Roll-outs on a real ring of three nodes, while a node is cut off, clocks are wrong, leaders die, nodes join, drain and are replaced, and
 * operators compete. Clients at LOCAL_QUORUM notice nothing of all this.
 */
@SuppressWarnings("try") // clients run while the test does other things
@EnabledIfSystemProperty(named = "rafiki.long", matches = "true")
class ClusterFaultsIT {

    private static final int NODES = 3;

    /** Two times to live of a lease, and the time of a look at the status. */
    private static final Duration TAKE_OVER = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private RealRing ring;

    @Test
    void aLeaderThatIsCutOffIsReplacedAndTheRolloutEnds() throws Exception {
        try (RingNetwork network = new RingNetwork(NODES);
                RealRing started = new RealRing(folder, network.port(), RingNetwork.ADDRESSES)) {
            ring = started;
            ring.start(NODES);
            ring.await("a node leads", () -> ring.leader(1) > 0);
            int leader = ring.leader(1);
            ring.await("it has a lease", () -> !epoch(leader).isEmpty());
            long stale = Long.parseLong(epoch(leader));
            int other = ring.other(leader);
            // clients are on the side of the other nodes
            try (RingClients clients = new RingClients(ring.node(other).sessionWithout(ring.node(leader)))) {
                cutOff(network, leader, other);
                refusesAnOrder(stale, clients.session());
            }
        }
    }

    private void cutOff(RingNetwork network, int leader, int other) throws Exception {
        ring.awaitProposal();
        ring.begin(other);
        ring.await("a node has the change", () -> !ring.changed().isEmpty());
        network.isolate(leader);
        ring.awaitOtherLeader(other, leader);
        ring.await("the others only observe", () -> ring.status(other).contains("Only observes"));
        ring.await("the former leader has no lease", () -> epoch(leader).isEmpty());
        List<Integer> before = ring.changed();
        Thread.sleep(TAKE_OVER.toMillis());
        assertThat(ring.changed()).as("nodes that changed meanwhile").isEqualTo(before);
        network.heal();
        // without its canary a comparison ends with an undo
        awaitEnd(other, "r1");
        assertThat(ring.changed()).hasSize(phase(other, "r1").equals("confirmed") ? NODES : 0);
        assertThat(ring.leader(leader)).isEqualTo(ring.leader(other)).isNotEqualTo(leader);
    }

    /** An order of the former leader that a node reads late, as if its process had stopped just before it wrote it. */
    private void refusesAnOrder(long stale, CqlSession session) throws Exception {
        Row rollout = session.execute(atQuorum("SELECT epoch, changed FROM rafiki_cluster.rollout"))
                .one();
        assertThat(rollout.getLong("epoch")).as("epoch of the successor").isGreaterThan(stale);
        List<String> order = rollout.getList("changed", String.class);
        String node = order.get(order.size() - 1);
        int number = session.execute(atQuorum("SELECT id, address FROM rafiki_cluster.member")).all().stream()
                .filter(member -> node.equals(member.getString("id")))
                .map(member -> RealRing.number(member.getString("address")))
                .findFirst()
                .orElseThrow();
        List<Integer> before = ring.changed();
        // the present leader leaves a roll-out that is over alone
        session.execute(atQuorum(
                "UPDATE rafiki_cluster.rollout SET phase = 'ABORTED', epoch = ?, steps = ?"
                        + " WHERE datacenter = 'datacenter1' AND number = 1",
                stale,
                Map.of(node, "APPLY_ORDERED")));
        ring.await("the order is refused", () -> ring.status(number).contains("refuses an order of epoch " + stale));
        assertThat(ring.changed()).isEqualTo(before);
    }

    private static SimpleStatement atQuorum(String cql, Object... values) {
        return SimpleStatement.newInstance(cql, values).setConsistencyLevel(ConsistencyLevel.LOCAL_QUORUM);
    }

    private String epoch(int number) throws Exception {
        return RealRing.value(ring.status(number), "Epoch");
    }

    @Test
    void aClockThatIsAnHourAheadBlocksNothing() throws Exception {
        try (RealRing started = new RealRing(folder).with("internode_timeout", false)) {
            ring = started;
            for (int number = 1; number <= NODES; number++) {
                startWithClock(number);
            }
            try (RingClients clients = new RingClients(ring.node(1).session())) {
                ring.awaitProposal();
                int ahead = ring.leader(1);
                int other = ring.other(ahead);
                Files.writeString(clock(ahead), "3600000");
                // longer than a report and a lease last
                Thread.sleep(TAKE_OVER.toMillis());
                assertThat(ring.status(ahead)).as("reports of the others").doesNotContain("no report");
                ring.cluster(ahead, "pause", "an incident");
                ring.await("the cluster is paused", () -> ring.status(other).contains("an incident"));
                ring.cluster(other, "resume");
                ring.await(
                        "the cluster is not paused", () -> !ring.status(other).contains("an incident"));
                int leader = ring.leader(other);
                ring.kill(leader);
                int left = ring.numbers().get(0);
                long start = System.nanoTime();
                ring.awaitOtherLeader(left, leader);
                assertThat(Duration.ofNanos(System.nanoTime() - start))
                        .as("time without a leader")
                        .isLessThan(TAKE_OVER);
                ring.await("the loss is seen", () -> ring.status(left).contains("no report from 1 of 3 nodes"));
                Files.delete(clock(ahead));
                startWithClock(leader);
                ring.await("all nodes report", () -> !ring.status(left).contains("Only observes"));
                ring.awaitProposal();
                ring.begin(left);
                awaitPhase(left, "r1", "confirmed");
                assertThat(ring.changed()).hasSize(NODES);
            }
        }
    }

    private Path clock(int number) {
        return folder.resolve("ahead" + number);
    }

    private void startWithClock(int number) throws Exception {
        ring.start(number, "rack1", ShiftedClock.arguments(folder.resolve("clock.jar"), clock(number)))
                .awaitTuner();
    }

    /** A roll-out whose leader dies ends: all nodes have the change, or none has. */
    @Test
    void theLeaderDiesAfterEachStep() throws Exception {
        try (RealRing started = new RealRing(folder)) {
            ring = started;
            ring.start(NODES);
            try (RingClients clients = new RingClients(ring.node(1).session())) {
                ring.awaitProposal();
                competingOperators();
                for (int changed = 0; changed <= NODES; changed++) {
                    int least = changed;
                    String id = begin();
                    ring.await(
                            changed + " nodes have the change",
                            () -> ring.changed().size() >= least);
                    loseTheLeader();
                    awaitEnd(ring.numbers().get(0), id);
                    undo(id);
                }
                permanent();
                // a node that has just restarted waits a minute before it asks others for their schema
                ring.await("the schema has the former option", () -> clients.compaction()
                        .contains("SizeTiered"));
            }
        }
    }

    /** Two operators begin the same roll-out at once, and undo it at once. One of them begins; an undo that is repeated changes nothing. */
    private void competingOperators() throws Exception {
        String proposal = ring.cluster(1, "propose").replaceAll("(?s):.*", "");
        List<String> answers = together(List.of(
                () -> answer(() -> ring.cluster(1, "apply", proposal)),
                () -> answer(() -> ring.cluster(2, "apply", proposal))));
        assertThat(answers)
                .filteredOn(answer -> answer.contains("r1 has begun"))
                .hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.matches("(?s).*(begun at the same time|r1 is under way).*"))
                .hasSize(1);
        assertThat(together(List.of(
                        () -> answer(() -> ring.cluster(1, "rollback")),
                        () -> answer(() -> ring.cluster(3, "rollback")))))
                .anyMatch(answer -> answer.contains("r1 is undone"));
        awaitPhase(1, "r1", "aborted");
        assertThat(ring.changed()).isEmpty();
    }

    /** What a command prints, also if it fails. */
    private static String answer(Callable<String> command) throws Exception {
        try {
            return command.call();
        } catch (AssertionError refused) {
            return refused.getMessage();
        }
    }

    private static List<String> together(List<Callable<String>> commands) throws Exception {
        ExecutorService operators = Executors.newFixedThreadPool(commands.size());
        try {
            List<String> answers = new ArrayList<>();
            for (Future<String> answer : operators.invokeAll(commands)) {
                answers.add(answer.get());
            }
            return answers;
        } finally {
            operators.shutdown();
        }
    }

    /** Begins a roll-out of the operator's own values, because a proposal that was undone does not come back. */
    private String begin() throws Exception {
        int number = ring.numbers().get(0);
        AtomicReference<String> id = new AtomicReference<>();
        // a node that has just restarted has no window yet
        ring.await("a roll-out begins", () -> {
            Matcher begun = Pattern.compile("(r\\d+) (has begun|is under way)")
                    .matcher(answer(() -> ring.cluster(number, "set", "concurrent_writes=128", "compaction=Leveled")));
            id.set(begun.find() ? begun.group(1) : null);
            return id.get() != null;
        });
        answered(number, "promote");
        return id.get();
    }

    /** A command that is repeated while the table does not answer, as its message proposes. */
    private void answered(int number, String word) throws Exception {
        ring.await("the table answers " + word, () -> !answer(() -> ring.cluster(number, word))
                .contains("The table did not answer"));
    }

    private void loseTheLeader() throws Exception {
        int any = ring.numbers().get(0);
        ring.await("a node leads", () -> ring.leader(any) > 0);
        int lost = ring.leader(any);
        ring.kill(lost);
        ring.start(lost, "rack1").awaitTuner();
    }

    private void awaitEnd(int number, String id) throws Exception {
        ring.await(id + " ends", () -> List.of("confirmed", "aborted").contains(phase(number, id)));
    }

    /** Undoes a roll-out unless it is undone already. */
    private void undo(String id) throws Exception {
        int number = ring.numbers().get(0);
        if (phase(number, id).equals("confirmed")) {
            // a node that restarted has the change again
            ring.await("all nodes have the change", () -> ring.changed().size() == NODES);
            answered(number, "rollback");
            awaitPhase(number, id, "aborted");
        }
        assertThat(ring.changed()).as("nodes with the change of %s", id).isEmpty();
    }

    private void permanent() throws Exception {
        String id = begin();
        awaitPhase(1, id, "confirmed");
        ring.cluster(1, "make-permanent");
        loseTheLeader();
        awaitPhase(1, id, "permanent");
        ring.await("all nodes have the change", () -> ring.changed().size() == NODES);
        ring.cluster(1, "rollback");
        loseTheLeader();
        awaitPhase(1, id, "aborted");
        assertThat(ring.changed()).isEmpty();
    }

    private void awaitPhase(int number, String id, String phase) throws Exception {
        ring.await(id + " is " + phase, () -> phase(number, id).equals(phase));
    }

    private String phase(int number, String id) throws Exception {
        Matcher row = Pattern.compile("(?m)^" + id + " +(\\S+)").matcher(ring.cluster(number, "history"));
        return row.find() ? row.group(1) : "";
    }

    /** A node that joins, replaces another or comes back gets the change; one that leaves the roll-out by a drain delays it only. */
    @Test
    void nodesJoinAreReplacedAndDrainDuringARollout() throws Exception {
        try (RealRing started = new RealRing(folder)) {
            ring = started;
            ring.start(NODES);
            try (RingClients clients = new RingClients(ring.node(1).session())) {
                ring.awaitProposal();
                ring.begin(1);
                ring.await("a node has the change", () -> !ring.changed().isEmpty());
                ring.start(4, "rack1").awaitTuner();
                awaitPhase(1, "r1", "confirmed");
                ring.await("the new node has the change", () -> ring.changed().size() == NODES + 1);
                ring.kill(3);
                ring.start(5, "rack1", "-Dcassandra.replace_address_first_boot=127.0.0.3")
                        .awaitTuner();
                ring.await(
                        "the replacement has the change", () -> ring.changed().equals(List.of(1, 2, 4, 5)));
                ring.cluster(1, "rollback");
                ring.node(4).tools().nodetool("drain");
                ring.await("the others only observe", () -> ring.status(1).contains("Only observes"));
                ring.kill(4);
                ring.start(4, "rack1").awaitTuner();
                awaitPhase(1, "r1", "aborted");
                assertThat(ring.changed()).isEmpty();
            }
        }
    }
}
