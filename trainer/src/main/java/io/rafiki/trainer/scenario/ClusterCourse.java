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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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

    /** The nodes of the demo never restart, so only a short loss can end. */
    private static final Reconnection RECONNECTION =
            new Reconnection(Duration.ofMillis(250), Duration.ofSeconds(5), Duration.ofSeconds(10));

    /** The throughput before each change of a canary is that of its last seconds. */
    private static final int MEASURED_SECONDS = 60;

    private final LocalRing ring;
    private final CqlClient cql;
    private final RingRequests requests;
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
        this.requests = new RingRequests(
                () -> ring.nodes().stream()
                        .map(CassandraProcess::end)
                        .flatMap(Optional::stream)
                        .findFirst(),
                hasLoadEnded,
                PATIENCE);
        this.throughput = throughput;
        this.say = say;
        this.cluster = TunerConsole.connect(
                "127.0.0.1", ring.nodes().get(0).jmxPort(), JmxLogin.NONE, RECONNECTION, Bean.CLUSTER);
    }

    /** @param warmUp time before the first command */
    ClusterDemoResult run(Duration warmUp) throws IOException, InterruptedException {
        TimeUnit.MILLISECONDS.sleep(warmUp.toMillis());
        String proposal = proposal();
        RingValues former = RingValues.of(ring);
        request("apply", proposal.substring(0, proposal.indexOf(':')));
        await(() -> isIn("canary", "comparing", "aborted"));
        double before = recent();
        DecidedBy promotedBy = follow("promote", MOST_OF_GOOD);
        Course good = rollout().course(cql, promotedBy);
        boolean isReadBack;
        int applied = 0;
        if (good.phase().equals("confirmed")) {
            request("makePermanent", "");
            await(() -> isIn("permanent"));
            good = rollout().course(cql, promotedBy);
            applied = rollout().number("nodesChanged");
            isReadBack = RingValues.of(ring).contain(good.change());
        } else {
            isReadBack = RingValues.of(ring).equals(former);
        }
        RingValues kept = RingValues.of(ring);
        String last = good.id();
        request("set", BAD, "");
        await(() -> !last.equals(rollout().id()));
        // by then the rewrite of the first change is over
        await(() -> isIn("canary", "comparing", "aborted"));
        double gain = applied == 0 ? Double.NaN : recent() / before - 1;
        DecidedBy undoneBy = follow("rollback", MOST_OF_BAD);
        if (isIn("confirmed")) {
            undoneBy = DecidedBy.OPERATOR_AGAINST_VERDICT;
            request("rollback", "");
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
        requests.await(
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
                request(undecided, "");
            }
            return isIn("confirmed", "aborted");
        });
        return byHand[0] ? DecidedBy.OPERATOR_WITHOUT_VERDICT : DecidedBy.OTHER;
    }

    /** Invokes an operation whose parameters are texts, and reports its answer. */
    private void request(String operation, Object... texts) throws IOException {
        String[] signature = new String[texts.length];
        Arrays.fill(signature, String.class.getName());
        happened(String.valueOf(requests.answer(() -> cluster.invoke(operation, texts, signature))));
    }

    private LastRollout rollout() throws IOException {
        return requests.answer(() -> LastRollout.read(cluster));
    }

    /** Whether the last roll-out is in one of the phases. Shows its progress. */
    private boolean isIn(String... phases) throws IOException {
        LastRollout rollout = rollout();
        show(rollout.progress());
        return rollout.isIn(phases);
    }

    private void await(RingRequests.Request<Boolean> condition) throws IOException, InterruptedException {
        requests.await(
                condition,
                () -> "roll-out: expected its end within " + PATIENCE.toMinutes() + " min, found "
                        + LastRollout.read(cluster).progress() + ".");
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
