package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.cassandra.CassandraProcess;
import io.rafiki.trainer.cassandra.CqlClient;
import io.rafiki.trainer.cassandra.DatasetStore;
import io.rafiki.trainer.cassandra.RingLoad;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbResult;
import io.rafiki.trainer.ycsb.YcsbRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A change that makes nodes slower is found by the comparison of its canary with its peers, and undone before another node gets it. Load
 * and change are those of {@code rafiki demo --nodes 3}; the nodes begin with the values that the demo makes permanent first.
 */
@EnabledIfSystemProperty(named = "rafiki.long", matches = "true")
class ClusterCanaryIT {

    private static final int NODES = 3;
    private static final double THRESHOLD = 0.7;
    private static final double BAD_THRESHOLD = 0.05;
    private static final String BAD_CHUNKS = "LZ4(64KiB)";
    private static final RingLoad LOAD = new RingLoad(40_000, 0.5, 4, OptionalInt.empty());
    private static final Duration LOADING = Duration.ofMinutes(5);
    private static final Duration LONGEST = Duration.ofMinutes(30);

    /** Time until the JVMs have compiled most of their code. */
    private static final Duration WARM_UP = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    /** Numbers of the nodes that had a bad value at any look. */
    private final Set<Integer> bad = new TreeSet<>();

    private final AtomicBoolean ended = new AtomicBoolean();
    private RealRing ring;

    @Test
    void aBadChangeIsFoundOnTheCanaryAndUndone() throws Exception {
        try (RealRing started = new RealRing(folder)
                .with("memtable_cleanup_threshold", THRESHOLD)
                .withWindow("5s")) {
            ring = started;
            ring.start(NODES);
            CassandraProcess first = ring.node(1).process();
            try (CqlClient cql = CqlClient.connect(first)) {
                cql.createKeyspace(DatasetStore.KEYSPACE, NODES);
                Ycsb ycsb = new Ycsb(Distribution.file("."), process -> {});
                ycsb.run(
                        new YcsbRun(true, loading(first), folder.resolve("load"), Optional.empty()),
                        LOADING,
                        pid -> Ycsb.Next.GO_ON);
                ExecutorService clients = Executors.newSingleThreadExecutor();
                try {
                    Future<YcsbResult> load = clients.submit(() -> ycsb.run(
                            new YcsbRun(false, LOAD.transactions(first), folder.resolve("run"), Optional.empty()),
                            LONGEST,
                            pid -> ended.get() ? Ycsb.Next.ENOUGH : Ycsb.Next.GO_ON));
                    Thread.sleep(WARM_UP.toMillis());
                    rollOut(cql, load);
                    ended.set(true);
                    assertThat(load.get().failures()).isZero();
                } finally {
                    ended.set(true);
                    clients.shutdown();
                }
            }
        }
    }

    private static Map<String, String> loading(CassandraProcess node) throws Exception {
        Map<String, String> properties = new TreeMap<>(LOAD.loading(node));
        properties.put("cassandra.compaction", "{\"class\":\"LeveledCompactionStrategy\"}");
        return properties;
    }

    private void rollOut(CqlClient cql, Future<YcsbResult> load) throws Exception {
        begin();
        ring.await("the canary has the change", () -> {
            look(load);
            return !bad.isEmpty();
        });
        ring.await("the change is undone", () -> {
            look(load);
            return rollout(cql).get("phase").equals("ABORTED");
        });
        Map<String, Object> rollout = rollout(cql);
        assertThat(String.valueOf(rollout.get("reason"))).startsWith("the canary is worse than its peers: ");
        assertThat(String.valueOf(rollout.get("changed")))
                .as("nodes that the leader told to change")
                .isEqualTo("[" + rollout.get("canary") + "]");
        int canary = canary();
        assertThat(bad).containsExactly(canary);
        assertThat(withWritten(BAD_CHUNKS)).containsExactly(canary);
        for (int number : ring.numbers()) {
            assertThat(threshold(number)).as("node %d", number).isEqualTo(THRESHOLD);
            assertThat(compression(number))
                    .as("node %d", number)
                    .contains("\"16\"")
                    .doesNotContain("\"64\"");
        }
    }

    /** Begins the roll-out as soon as the nodes have reported enough. */
    private void begin() throws Exception {
        ring.await("a roll-out begins", () -> {
            try {
                return ring.cluster(
                                1,
                                "set",
                                "compaction_throughput=1",
                                "compression=" + BAD_CHUNKS,
                                "key_cache_size=off",
                                "memtable_cleanup_threshold=" + BAD_THRESHOLD)
                        .contains("r1 has begun");
            } catch (AssertionError notYet) {
                return false;
            }
        });
    }

    /** Adds the nodes that have a bad value now, as Cassandra has it. */
    private void look(Future<YcsbResult> load) throws Exception {
        assertThat(load.isDone()).as("clients have ended").isFalse();
        for (int number : ring.numbers()) {
            if (threshold(number) == BAD_THRESHOLD || compression(number).contains("\"64\"")) {
                bad.add(number);
            }
        }
    }

    private double threshold(int number) throws Exception {
        return ((Number) ring.node(number).attribute("io.rafiki:type=StorageKnobs", "MemtableCleanupThreshold"))
                .doubleValue();
    }

    private String compression(int number) throws Exception {
        return String.valueOf(ring.node(number)
                .attribute(
                        "org.apache.cassandra.db:type=Tables,keyspace=" + DatasetStore.KEYSPACE + ",table="
                                + DatasetStore.TABLE,
                        "CompressionParametersJson"));
    }

    /** Numbers of the nodes whose journal has a write of a value. A journal records each write before it. */
    private List<Integer> withWritten(String value) throws Exception {
        List<Integer> found = new ArrayList<>();
        for (int number : ring.numbers()) {
            boolean isWritten = Files.readAllLines(ring.own(number).resolve("journal.jsonl")).stream()
                    .anyMatch(line -> line.contains("\"kind\":\"write\"") && line.contains(value));
            if (isWritten) {
                found.add(number);
            }
        }
        return found;
    }

    /** The only roll-out, as the table has it. */
    private static Map<String, Object> rollout(CqlClient cql) throws Exception {
        List<Map<String, Object>> rollouts = cql.rows("rafiki_cluster", "rollout");
        assertThat(rollouts).hasSize(1);
        return rollouts.get(0);
    }

    private int canary() throws Exception {
        Matcher line = Pattern.compile("(?m)^ +Canary +(\\S+)").matcher(ring.status(1));
        assertThat(line.find()).isTrue();
        return RealRing.number(line.group(1));
    }
}
