package io.rafiki.trainer.scenario;

import io.rafiki.trainer.cassandra.CassandraProcess;
import io.rafiki.trainer.cassandra.CqlClient;
import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.cassandra.LocalRing;
import io.rafiki.trainer.cassandra.Reconnection;
import io.rafiki.trainer.operator.ConsoleException;
import io.rafiki.trainer.operator.TunerConsole;
import io.rafiki.trainer.operator.TunerConsole.Bean;
import io.rafiki.trainer.scenario.ClusterDemoResult.Course;
import io.rafiki.trainer.scenario.ClusterDemoResult.DecidedBy;
import io.rafiki.trainer.scenario.ClusterDemoResult.Event;
import io.rafiki.trainer.ycsb.MeasuredSeries;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.commons.math3.stat.StatUtils;

/** What an operator does in {@link ClusterDemo}, by the commands of the cluster's MBean on the first node. */
final class ClusterCourse {

    /**
     * A change that makes a node slower within seconds. Memtables are flushed every few seconds, and compaction is too slow to merge the
     * sstables. Reads therefore search more of them, and decompress four times as much from each.
     */
    private static final String BAD =
            "compaction_throughput=1,compression=LZ4(64KiB),key_cache_size=off,memtable_cleanup_threshold=0.05";

    /** Compared windows after which an operator keeps a proposal without a verdict. */
    private static final int MOST_OF_GOOD = 15;

    /** Compared windows after which an operator undoes the bad change without a verdict. */
    private static final int MOST_OF_BAD = 40;

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** The throughput before each change of a canary is that of its last seconds. */
    private static final int MEASURED_SECONDS = 60;

    private static final String[] TEXT = {String.class.getName()};

    private final LocalRing ring;
    private final CqlClient cql;
    private final BooleanSupplier hasLoadEnded;
    private final Throughput throughput;
    private final Consumer<String> say;
    private final List<Event> events = new ArrayList<>();
    private final TunerConsole cluster;
    private String shown = "";

    /** The throughput of the clients so far. */
    @FunctionalInterface
    interface Throughput {
        MeasuredSeries soFar() throws IOException;
    }

    ClusterCourse(
            LocalRing ring, CqlClient cql, BooleanSupplier hasLoadEnded, Throughput throughput, Consumer<String> say) {
        this.ring = ring;
        this.cql = cql;
        this.hasLoadEnded = hasLoadEnded;
        this.throughput = throughput;
        this.say = say;
        this.cluster = TunerConsole.connect(
                "127.0.0.1", ring.nodes().get(0).jmxPort(), JmxLogin.NONE, Reconnection.LONG, Bean.CLUSTER);
    }

    /** @param warmUp time before the first command */
    ClusterDemoResult run(Duration warmUp) throws IOException, InterruptedException {
        TimeUnit.MILLISECONDS.sleep(warmUp.toMillis());
        String proposal = proposal();
        RingValues former = RingValues.of(ring);
        happened(String.valueOf(
                cluster.invoke("apply", new Object[] {proposal.substring(0, proposal.indexOf(':'))}, TEXT)));
        await(() -> isIn("canary", "comparing", "aborted"));
        double before = recent();
        DecidedBy promotedBy = follow("promote", MOST_OF_GOOD);
        Course good = rollout().course(cql, promotedBy);
        boolean isReadBack;
        int applied = 0;
        if (good.phase().equals("confirmed")) {
            request("makePermanent");
            await(() -> isIn("permanent"));
            good = rollout().course(cql, promotedBy);
            applied = rollout().number("nodesChanged");
            isReadBack = RingValues.of(ring).contain(good.change());
        } else {
            isReadBack = RingValues.of(ring).equals(former);
        }
        RingValues kept = RingValues.of(ring);
        String last = good.id();
        happened(String.valueOf(cluster.invoke("set", new Object[] {BAD, ""}, new String[] {TEXT[0], TEXT[0]})));
        await(() -> !last.equals(rollout().id()));
        // by then the rewrite of the first change is over
        await(() -> isIn("canary", "comparing", "aborted"));
        double gain = applied == 0 ? Double.NaN : recent() / before - 1;
        DecidedBy undoneBy = follow("rollback", MOST_OF_BAD);
        if (isIn("confirmed")) {
            undoneBy = DecidedBy.OPERATOR_AGAINST_VERDICT;
            request("rollback");
        }
        await(() -> isIn("aborted"));
        Course bad = rollout().course(cql, undoneBy);
        isReadBack &= RingValues.of(ring).equals(kept);
        return new ClusterDemoResult(
                ring.nodes().size(),
                good,
                bad,
                applied,
                isReadBack,
                gain,
                throughput.soFar().perSecond(),
                events);
    }

    /** Waits until the canary proposes a change. */
    private String proposal() throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        await(
                () -> {
                    try {
                        found.add(String.valueOf(cluster.query("propose", new Object[0], new String[0])));
                        return true;
                    } catch (ConsoleException notYet) {
                        show(notYet.getMessage());
                        return false;
                    }
                },
                () -> "proposal: expected one within " + PATIENCE.toMinutes() + " min, found: " + shown);
        happened("proposal " + found.get(0));
        return found.get(0);
    }

    /**
     * Follows a roll-out until it is confirmed or undone.
     *
     * @param undecided the operator's command if the comparison has no verdict
     * @param most compared windows before this command
     * @return what decided if the comparison did not
     */
    private DecidedBy follow(String undecided, int most) throws IOException, InterruptedException {
        boolean[] byHand = {false};
        await(() -> {
            if (!byHand[0] && isIn("comparing") && rollout().number("windowsAfter") >= most) {
                byHand[0] = true;
                request(undecided);
            }
            return isIn("confirmed", "aborted");
        });
        return byHand[0] ? DecidedBy.OPERATOR_WITHOUT_VERDICT : DecidedBy.OTHER;
    }

    private void request(String command) throws IOException {
        happened(String.valueOf(cluster.invoke(command, new Object[] {""}, TEXT)));
    }

    private LastRollout rollout() {
        return LastRollout.read(cluster);
    }

    /** Whether the last roll-out is in one of the phases. Shows its progress. */
    private boolean isIn(String... phases) throws IOException {
        LastRollout rollout = rollout();
        show(rollout.progress());
        return rollout.isIn(phases);
    }

    /** A condition that asks a node. */
    @FunctionalInterface
    private interface Condition {
        boolean holds() throws IOException;
    }

    private void await(Condition condition) throws IOException, InterruptedException {
        await(
                condition,
                () -> "roll-out: expected its end within " + PATIENCE.toMinutes() + " min, found "
                        + rollout().progress() + ".");
    }

    private void await(Condition condition, Supplier<String> late) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.holds()) {
            if (hasLoadEnded.getAsBoolean()) {
                throw new IOException("YCSB: expected clients until the end of the demo, found that they ended.");
            }
            for (CassandraProcess node : ring.nodes()) {
                Optional<String> end = node.end();
                if (end.isPresent()) {
                    throw new IOException(end.get());
                }
            }
            if (System.nanoTime() > deadline) {
                throw new IOException(late.get());
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }

    /** Adds an event if it differs from the last one. */
    private void show(String text) throws IOException {
        if (!text.equals(shown)) {
            shown = text;
            happened(text);
        }
    }

    private void happened(String text) throws IOException {
        double second = throughput.soFar().perSecond().size();
        events.add(new Event(second, text));
        say.accept(String.format(Locale.ROOT, "%6.0f s  %s", second, text));
    }

    /** The median throughput of the last seconds. */
    private double recent() throws IOException {
        List<Double> all = throughput.soFar().perSecond();
        return StatUtils.percentile(
                all.subList(Math.max(0, all.size() - MEASURED_SECONDS), all.size()).stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray(),
                50);
    }
}
