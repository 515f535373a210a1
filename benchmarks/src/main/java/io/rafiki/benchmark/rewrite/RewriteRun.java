package io.rafiki.benchmark.rewrite;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.decision.Change;
import io.rafiki.decision.CompactionHistory;
import io.rafiki.decision.CompactionHistory.Sample;
import io.rafiki.decision.CompactionThrottle;
import io.rafiki.decision.CompactionThrottle.Level;
import io.rafiki.decision.CompactionThrottle.Terms;
import io.rafiki.decision.RewriteCapacity;
import io.rafiki.decision.RewriteCost;
import io.rafiki.decision.RewriteCostLimits;
import io.rafiki.decision.RewriteProgress;
import io.rafiki.decision.RewriteVolume;
import io.rafiki.decision.TrialProgress;
import io.rafiki.decision.TrialProgress.Look;
import io.rafiki.knob.ChangeCost;
import io.rafiki.node.CompactionStats;
import io.rafiki.node.DiskSpace;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeThreads;
import io.rafiki.node.NodeThreads.Usage;
import io.rafiki.node.RewriteReading;
import io.rafiki.node.RunningCompaction;
import io.rafiki.node.TableFiles;
import io.rafiki.node.TableMetricsSource;
import io.rafiki.node.TableName;
import io.rafiki.node.TrialFiles;
import io.rafiki.trainer.cassandra.CassandraProcess;
import io.rafiki.trainer.cassandra.DatasetStore;
import io.rafiki.trainer.cassandra.NodeJmxClient;
import io.rafiki.trainer.trial.NodeActivity;
import io.rafiki.workload.ClientCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.ObjectName;

/** One rewrite on a running node under load: first its prediction, then the change and its progress. */
final class RewriteRun {

    /** The warm-up ends when the node's JVM has compiled. */
    private static final Duration MIN_WARM_UP = Duration.ofSeconds(45);

    private static final Duration MAX_WARM_UP = Duration.ofMinutes(3);
    private static final Duration BEFORE = Duration.ofSeconds(8);

    /** A rewrite that takes longer is cut off. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** Time without compactions of old files after which the strategy leaves the others alone. */
    private static final Duration LEFT_ALONE = Duration.ofSeconds(15);

    private static final long SAMPLE_MILLIS = 500;
    private static final long MIN_LIMIT = 1;
    private static final long MAX_LIMIT = 256;
    static final TableName TABLE = new TableName(DatasetStore.KEYSPACE, DatasetStore.TABLE);
    private static final JsonMapper JSON = new JsonMapper();

    private final NodeJmxClient management;
    private final CassandraProcess node;
    private final Path process;
    private final CompactionStats stats;
    private final DiskSpace disks;
    private final TableMetricsSource counters;
    private final RewriteCase what;
    private final RewriteCostLimits limits;
    private CompactionHistory history = CompactionHistory.NONE;
    private final List<RewriteResult.TrialRun> trials = new ArrayList<>();

    /**
     * The measured rewrite.
     *
     * @param seconds duration, without the quiet time after the last compaction
     * @param loss share of the clients' throughput in this time
     * @param share of the old files that was rewritten
     * @param ended whether it ended by itself; {@code seconds} is a lower limit of one that was cut off
     * @param limit last limit of compactions in MiB per second; 0 for none
     * @param trials compactions of the trial; none if the node's own compactions gave the rate
     * @param rewrite work of the rewrite
     * @param looks at the rewrite, in chronological order
     * @param volume expected compactions of the rewrite
     */
    record Measured(
            RewriteCost predicted,
            double seconds,
            double loss,
            double share,
            boolean ended,
            long limit,
            List<RewriteResult.TrialRun> trials,
            RewriteResult.Work rewrite,
            List<RewriteResult.Look> looks,
            RewriteVolume volume) {}

    /** Waits for a time. */
    @FunctionalInterface
    interface Pause {
        void of(Duration length) throws InterruptedException, NodeException;
    }

    /**
     * @param allowed share of the throughput that clients may lose
     */
    RewriteRun(NodeJmxClient management, CassandraProcess node, RewriteCase what, double allowed) throws IOException {
        this.management = management;
        this.node = node;
        this.process = Path.of("/proc", Long.toString(node.pid()));
        this.stats = new CompactionStats(management.connection());
        this.disks = new DiskSpace(management.connection());
        this.counters = TableMetricsSource.follow(management.connection(), System::nanoTime, error -> {});
        this.what = what;
        this.limits = new RewriteCostLimits(Duration.ofHours(1), 4 << 20, allowed);
    }

    /** @param controlled whether the limit of compactions is controlled */
    Measured measure(boolean controlled) throws IOException, InterruptedException, JMException, NodeException {
        warmUp(node, this::observe);
        if (history.rate().isEmpty()) {
            tryCompactions();
        }
        ClientCounts first = counters.sample().clients();
        Instant start = Instant.now();
        observe(BEFORE);
        if (!management.connection().isRegistered(new ObjectName(CompactionStats.AGENT))) {
            throw new IOException(
                    "agent: expected " + CompactionStats.AGENT + " on the node, found none. See node.log.");
        }
        RewriteReading before = reading();
        ClientCounts clients = counters.sample().clients();
        Level level = Level.of(clients.since(first), Duration.between(start, Instant.now()));
        Change compaction = new Change("compaction", what.from(), what.to(), ChangeCost.REWRITES_DATA);
        Collection<TableFiles> files = before.filesByTable(stats.flushed(before.tables()));
        RewriteCost cost = RewriteCost.of(
                List.of(compaction),
                files,
                new RewriteCapacity(before.compactors(), stats.throttle()),
                limits,
                history);
        long throttle = what.speed().throttle();
        CompactionThrottle control = CompactionThrottle.begin(
                new Terms(limits.throughputLoss(), throttle, MIN_LIMIT, MAX_LIMIT, before.pending(), level),
                Instant.now(),
                clients,
                before.compacted());
        RewriteProgress progress = RewriteProgress.begin("", Optional.empty(), LONGEST, before, Instant.now());
        Usage used = usage();
        change(management, what.to());
        List<RewriteResult.Look> looks = new ArrayList<>();
        RewriteLoss loss = RewriteLoss.begin(level, clients);
        while (progress.running() && progress.elapsed().compareTo(LONGEST) < 0 && !isLeftAlone(progress)) {
            Thread.sleep(SAMPLE_MILLIS);
            RewriteReading reading = reading();
            progress = progress.next(reading, Instant.now());
            looks.add(RewriteResult.Look.of(progress.elapsed(), progress.share(), usage().since(used)));
            ClientCounts now = counters.sample().clients();
            loss = loss.next(now, progress.quietSince().isPresent());
            CompactionThrottle next = control.next(Instant.now(), now, reading.compacted(), reading.pending());
            if (controlled && next.limit() != control.limit()) {
                limit(next.limit());
            }
            control = next;
        }
        Duration length =
                Duration.between(progress.begunAt(), progress.quietSince().orElse(progress.at()));
        return new Measured(
                cost,
                length.toMillis() / 1e3,
                loss.share(length),
                progress.share(),
                !progress.running() || isLeftAlone(progress),
                controlled ? control.limit() : throttle,
                trials,
                RewriteResult.Work.of(length, progress.now().compacted() - before.compacted(), usage().since(used)),
                looks,
                RewriteVolume.of(compaction, files));
    }

    private Usage usage() throws IOException {
        return NodeThreads.compactions(process)
                .orElseThrow(() -> new IOException(process + ": expected the threads of the node, found none"));
    }

    private static boolean isLeftAlone(RewriteProgress progress) {
        return progress.quietSince()
                .filter(since -> !progress.at().isBefore(since.plus(LEFT_ALONE)))
                .isPresent();
    }

    /**
     * Waits until the node's JVM has compiled.
     *
     * @param pause waits for a second
     */
    static Duration warmUp(CassandraProcess node, Pause pause) throws IOException, InterruptedException, NodeException {
        Instant start = Instant.now();
        Duration elapsed = Duration.ZERO;
        try (NodeActivity compilation = node.activity()) {
            while (elapsed.compareTo(MAX_WARM_UP) < 0
                    && !(compilation.share() < NodeActivity.DONE && elapsed.compareTo(MIN_WARM_UP) >= 0)) {
                pause.of(Duration.ofSeconds(1));
                elapsed = Duration.between(start, Instant.now());
            }
        }
        return elapsed;
    }

    private void observe(Duration length) throws InterruptedException, NodeException {
        Instant end = Instant.now().plus(length);
        while (Instant.now().isBefore(end)) {
            List<RunningCompaction> running = stats.running();
            history = history.next(new Sample(
                    Instant.now(),
                    stats.compacted(running, List.of(TABLE)),
                    (int) running.stream()
                            .filter(RunningCompaction::isAutomatic)
                            .count(),
                    counters.sample().clients()));
            Thread.sleep(SAMPLE_MILLIS);
        }
    }

    private void tryCompactions() throws IOException, NodeException, InterruptedException {
        ClientCounts clients = counters.sample().clients();
        List<TrialProgress.Part> shown = new ArrayList<>();
        Instant start = Instant.now();
        boolean more = true;
        while (more) {
            Optional<TrialFiles> files = TrialFiles.of(reading());
            more = files.isPresent() && tryCompaction(files.get(), start, shown);
        }
        if (!shown.isEmpty()) {
            history = history.gap().withTrial(shown, counters.sample().clients().since(clients));
        }
    }

    /**
     * Makes one compaction of the trial.
     *
     * @param begun start of the trial
     * @param shown receives its part that shows the rate, if there is one
     * @return whether another one follows
     */
    private boolean tryCompaction(TrialFiles files, Instant begun, List<TrialProgress.Part> shown)
            throws IOException, NodeException, InterruptedException {
        Usage none = usage();
        Instant start = Instant.now();
        TrialProgress trial = TrialProgress.begin(start, files.bytes(), Optional.of(none));
        double share = 1;
        CompletableFuture<Instant> ended = CompletableFuture.supplyAsync(() -> compacted(files));
        while (!ended.isDone()) {
            Thread.sleep(SAMPLE_MILLIS);
            for (RunningCompaction task : stats.running()) {
                if (task.inputs().containsAll(files.keys())) {
                    trial = trial.next(new Look(Instant.now(), task.share(), Optional.of(usage())));
                    if (share == 1 && trial.isOver(Instant.now())) {
                        stats.stop(List.of(task));
                        share = task.share();
                    }
                }
            }
        }
        Instant end = end(ended, share < 1);
        trials.add(new RewriteResult.TrialRun(
                RewriteResult.Work.of(
                        Duration.between(start, end), Math.round(share * files.bytes()), usage().since(none)),
                trial.looks().stream()
                        .map(look -> RewriteResult.Look.of(
                                Duration.between(start, look.at()),
                                look.share(),
                                look.used().orElse(none).since(none)))
                        .toList()));
        trial.part(end, share).ifPresent(shown::add);
        return share == 1 && !trial.isEnough(trials.size(), Duration.between(begun, Instant.now()), shown);
    }

    /** The end of a trial. Cassandra ends the call of a stopped compaction with an error. */
    private static Instant end(CompletableFuture<Instant> trial, boolean stopped) {
        try {
            return trial.join();
        } catch (CompletionException failed) {
            if (stopped) {
                return Instant.now();
            }
            throw failed;
        }
    }

    private Instant compacted(TrialFiles files) {
        try {
            stats.compact(files);
            return Instant.now();
        } catch (NodeException refused) {
            throw new IllegalStateException(refused.getMessage(), refused);
        }
    }

    private RewriteReading reading() throws NodeException {
        return stats.reading(List.of(TABLE), disks::disks);
    }

    private void limit(long mebibytes) throws IOException, JMException {
        set(management, "org.apache.cassandra.db:type=StorageService", "CompactionThroughputMbPerSec", (int) mebibytes);
    }

    /** Sets the compaction strategy of the table on this node, and starts its compactions. */
    static void change(NodeJmxClient management, String strategy) throws IOException, JMException {
        set(
                management,
                "org.apache.cassandra.db:type=Tables,keyspace=" + TABLE.keyspace() + ",table=" + TABLE.table(),
                "CompactionParametersJson",
                JSON.writeValueAsString(RewriteCase.options(strategy)));
        management.submitCompactions(TABLE.keyspace(), TABLE.table());
    }

    private static void set(NodeJmxClient management, String bean, String attribute, Object value)
            throws IOException, JMException {
        management.connection().setAttribute(new ObjectName(bean), new Attribute(attribute, value));
    }
}
