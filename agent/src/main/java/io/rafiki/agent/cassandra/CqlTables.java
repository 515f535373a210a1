package io.rafiki.agent.cassandra;

import static io.rafiki.agent.cassandra.Cql.flag;
import static io.rafiki.agent.cassandra.Cql.number;
import static io.rafiki.agent.cassandra.Cql.real;
import static io.rafiki.agent.cassandra.Cql.text;

import io.rafiki.cluster.CanaryComparison;
import io.rafiki.cluster.ClusterException;
import io.rafiki.cluster.ClusterTables;
import io.rafiki.cluster.LeaseTable;
import io.rafiki.cluster.Member;
import io.rafiki.cluster.MemberTable;
import io.rafiki.cluster.OrderNumber;
import io.rafiki.cluster.PeerGroup;
import io.rafiki.cluster.PeerMetric;
import io.rafiki.cluster.PeerWindow;
import io.rafiki.cluster.PeerWindow.Times;
import io.rafiki.cluster.ProposedChange;
import io.rafiki.cluster.ProposedChange.Basis;
import io.rafiki.cluster.Rollout;
import io.rafiki.cluster.Rollout.NodeStep;
import io.rafiki.cluster.Rollout.Phase;
import io.rafiki.cluster.Rollout.Request;
import io.rafiki.cluster.RolloutPlan;
import io.rafiki.cluster.RolloutTable;
import io.rafiki.learning.MeasuredEffect;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import io.rafiki.workload.WorkloadSensors;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.cassandra.cql3.UntypedResultSet;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.utils.FBUtilities;

/**
 * The tables of {@code rafiki_cluster} for one datacenter. Conditional writes are lightweight transactions within the datacenter, and what
 * they depend on is read at {@code LOCAL_SERIAL}.
 */
public final class CqlTables implements LeaseTable, MemberTable, RolloutTable {

    private static final String LEASE = ClusterSchema.KEYSPACE + ".lease";
    private static final String MEMBER = ClusterSchema.KEYSPACE + ".member";
    private static final String ROLLOUT = ClusterSchema.KEYSPACE + ".rollout";
    private static final String PAUSE = ClusterSchema.KEYSPACE + ".pause";
    private static final String KEY = " WHERE datacenter = ?";

    private static final String MEMBER_COLUMNS =
            "id, address, rack, versions, mode, configuration, windows, read_ratio,"
                    + " replica_read_ratio, read_us, write_us, read_p99_us, write_p99_us, cpu_us, disk_bytes, debt, errors,"
                    + " proposal, proposal_values, proposal_tables, proposal_rewrites_data, proposal_gain_percent,"
                    + " proposal_workload, proposal_configuration, problem, highest_epoch, highest_rollout";

    private static final String ROLLOUT_COLUMNS = "version, epoch, phase, requested, reason, requested_by, proposal,"
            + " new_values, tables, rewrites_data, gain_percent, workload, configuration_before, canary, peers, steps,"
            + " changed, differences_before, differences_after, errors, measured_gain_percent, measured_error_percent,"
            + " outlasts_restarts";

    /** A report expires late, because the clocks of its writer and its reader may differ. */
    private static final Duration ROW_LIFE = Duration.ofDays(1);

    private final ByteBuffer datacenter;
    private final ReportTimes reports;

    /** Time of the last report of this node in microseconds; one thread writes it. */
    private long published;

    private CqlTables(String datacenter, Duration timeToLive) {
        this.datacenter = text(datacenter);
        this.reports = new ReportTimes(timeToLive, System::nanoTime);
    }

    /**
     * The tables of a datacenter.
     *
     * @param timeToLive time for which a report counts
     */
    public static ClusterTables of(String datacenter, Duration timeToLive) {
        CqlTables tables = new CqlTables(datacenter, timeToLive);
        return new ClusterTables(tables, tables, tables);
    }

    @Override
    public LeaseTable.Row read() throws ClusterException {
        return lease(true);
    }

    @Override
    public LeaseTable.Row look() throws ClusterException {
        return lease(false);
    }

    private static LeaseTable.Row lease(UntypedResultSet.Row row) {
        return new LeaseTable.Row(row.getLong("epoch"), row.getLong("renewals"), optional(row, "holder"));
    }

    private LeaseTable.Row lease(boolean isSerial) throws ClusterException {
        return Cql.read("SELECT epoch, renewals, holder FROM " + LEASE + KEY, isSerial, datacenter).stream()
                .findFirst()
                .map(CqlTables::lease)
                .orElse(LeaseTable.Row.NONE);
    }

    @Override
    public Result acquire(LeaseTable.Row before, LeaseTable.Row next) {
        boolean isFirst = before.epoch() == 0;
        ByteBuffer[] values = {
            number(next.epoch()), number(next.renewals()), text(next.holder().orElse("")), datacenter
        };
        return Cql.writeIf(
                "UPDATE " + LEASE + " SET epoch = ?, renewals = ?, holder = ?" + KEY
                        + (isFirst ? " IF epoch = null" : " IF epoch = ? AND renewals = ?"),
                isFirst ? values : append(values, number(before.epoch()), number(before.renewals())));
    }

    @Override
    public Result renew(LeaseTable.Row extended) {
        return Cql.writeIf(
                "UPDATE " + LEASE + " SET renewals = ?" + KEY + " IF epoch = ? AND holder = ?",
                number(extended.renewals()),
                datacenter,
                number(extended.epoch()),
                text(extended.holder().orElse("")));
    }

    @Override
    public void publish(Member member) throws ClusterException {
        Optional<PeerWindow> window = member.window();
        Optional<ProposedChange> proposal = member.proposal();
        Cql.write(
                "INSERT INTO " + MEMBER + " (datacenter, " + MEMBER_COLUMNS + ") VALUES (?, " + marks(MEMBER_COLUMNS)
                        + ") USING TTL " + ROW_LIFE.toSeconds() + " AND TIMESTAMP ?",
                datacenter,
                text(member.id()),
                text(member.address()),
                text(member.rack()),
                text(member.versions()),
                text(member.mode()),
                text(member.configuration()),
                number(member.windows()),
                column(window, ended -> real(ended.readRatio())),
                column(window, ended -> real(ended.replicaReadRatio())),
                column(window, ended -> real(ended.mean().read())),
                column(window, ended -> real(ended.mean().write())),
                column(window, ended -> real(ended.tail().read())),
                column(window, ended -> real(ended.tail().write())),
                column(window, ended -> real(ended.cpuMicros())),
                column(window, ended -> real(ended.diskReads())),
                column(window, ended -> real(ended.debt())),
                column(window, ended -> number(ended.errors())),
                column(proposal, change -> text(change.decision())),
                column(proposal, change -> Cql.TEXT_MAP.decompose(change.values())),
                column(proposal, change -> Cql.TEXTS.decompose(change.tables())),
                column(proposal, change -> flag(change.rewritesData())),
                column(proposal, change -> real(change.gainPercent())),
                column(proposal, CqlTables::workload),
                column(proposal, CqlTables::configuration),
                column(member.problem(), Cql::text),
                number(member.highestOrder().epoch()),
                number(member.highestOrder().rollout()),
                number(nextTimestamp(member.id())));
    }

    /** The value of a column; null without what it describes. */
    private static <T> ByteBuffer column(Optional<T> described, Function<T, ByteBuffer> value) {
        return described.map(value).orElse(null);
    }

    /** A mark for each column. */
    private static String marks(String columns) {
        return columns.replaceAll("\\w+", "?");
    }

    private static ByteBuffer workload(ProposedChange change) {
        return change.basis()
                .map(basis -> Cql.NUMBER_MAP.decompose(basis.workload().toMap()))
                .orElse(null);
    }

    private static ByteBuffer configuration(ProposedChange change) {
        return change.basis()
                .map(basis -> Cql.TEXT_MAP.decompose(basis.configuration()))
                .orElse(null);
    }

    /** What a prediction rests on; empty without one, or with a feature that this build does not have. */
    private static Optional<Basis> basis(UntypedResultSet.Row row, String workload, String configuration) {
        if (!row.has(workload) || !row.has(configuration)) {
            return Optional.empty();
        }
        Map<WorkloadFeature, Double> values = new TreeMap<>();
        try {
            row.getFrozenMap(workload, UTF8Type.instance, DoubleType.instance)
                    .forEach((feature, value) -> values.put(WorkloadSensors.feature(feature), value));
            return Optional.of(new Basis(new Workload(values), row.getFrozenTextMap(configuration)));
        } catch (IllegalArgumentException ofAnotherVersion) {
            return Optional.empty();
        }
    }

    /** Later than the last report of the node, whatever its clock was then: an earlier one would have no effect. */
    private long nextTimestamp(String id) {
        published = Math.max(FBUtilities.timestampMicros(), Math.max(published, reports.written(id)) + 1);
        return published;
    }

    @Override
    public List<Member> members() throws ClusterException {
        return Cql.read(
                        "SELECT " + MEMBER_COLUMNS + ", WRITETIME(address) AS written FROM " + MEMBER + KEY,
                        false,
                        datacenter)
                .stream()
                .filter(row -> reports.isFresh(row.getString("id"), row.getLong("written")))
                .map(CqlTables::member)
                .toList();
    }

    private static Member member(UntypedResultSet.Row row) {
        Optional<PeerWindow> window = row.has("read_ratio")
                ? Optional.of(new PeerWindow(
                        row.getDouble("read_ratio"),
                        row.getDouble("replica_read_ratio"),
                        new Times(row.getDouble("read_us"), row.getDouble("write_us")),
                        new Times(row.getDouble("read_p99_us"), row.getDouble("write_p99_us")),
                        row.getDouble("cpu_us"),
                        row.getDouble("disk_bytes"),
                        row.getDouble("debt"),
                        row.getLong("errors")))
                : Optional.empty();
        Optional<ProposedChange> proposal = row.has("proposal")
                ? Optional.of(new ProposedChange(
                        row.getString("proposal"),
                        row.getFrozenTextMap("proposal_values"),
                        row.getFrozenList("proposal_tables", UTF8Type.instance),
                        row.getBoolean("proposal_rewrites_data"),
                        row.getDouble("proposal_gain_percent"),
                        basis(row, "proposal_workload", "proposal_configuration")))
                : Optional.empty();
        return new Member(
                row.getString("id"),
                row.getString("address"),
                row.getString("rack"),
                row.getString("versions"),
                row.getString("mode"),
                row.getString("configuration"),
                row.getLong("windows"),
                window,
                proposal,
                optional(row, "problem"),
                new OrderNumber(row.getLong("highest_epoch"), row.getLong("highest_rollout")));
    }

    @Override
    public List<RolloutTable.Row> latest(int most, boolean isFinal) throws ClusterException {
        return Cql.read("SELECT * FROM " + ROLLOUT + KEY + " LIMIT " + most, isFinal, datacenter).stream()
                .map(row -> new RolloutTable.Row(rollout(row), row.getLong("version")))
                .toList();
    }

    @Override
    public Result begin(Rollout first) {
        return Cql.writeIf(
                "INSERT INTO " + ROLLOUT + " (" + ROLLOUT_COLUMNS + ", datacenter, number) VALUES ("
                        + marks(ROLLOUT_COLUMNS) + ", ?, ?) IF NOT EXISTS",
                append(values(first, 0), datacenter, number(first.plan().number())));
    }

    @Override
    public Result replace(long version, Rollout next) {
        return Cql.writeIf(
                "UPDATE " + ROLLOUT + " SET " + ROLLOUT_COLUMNS.replace(",", " = ?,") + " = ?" + KEY
                        + " AND number = ? IF version = ?",
                append(values(next, version + 1), datacenter, number(next.plan().number()), number(version)));
    }

    /** In the order of the columns above. */
    private static ByteBuffer[] values(Rollout rollout, long version) {
        RolloutPlan plan = rollout.plan();
        Optional<MeasuredEffect> measured = rollout.measured();
        Map<String, String> steps = new LinkedHashMap<>();
        rollout.nodes().forEach((node, step) -> steps.put(node, step.name()));
        return new ByteBuffer[] {
            number(version),
            number(rollout.epoch()),
            text(rollout.phase().name()),
            text(rollout.request().name()),
            text(rollout.reason()),
            text(plan.by()),
            text(plan.change().decision()),
            Cql.TEXT_MAP.decompose(plan.change().values()),
            Cql.TEXTS.decompose(plan.change().tables()),
            flag(plan.change().rewritesData()),
            real(plan.change().gainPercent()),
            workload(plan.change()),
            configuration(plan.change()),
            text(plan.group().canary()),
            Cql.TEXTS.decompose(plan.group().peers()),
            Cql.TEXT_MAP.decompose(steps),
            Cql.TEXTS.decompose(rollout.order()),
            Cql.SERIES.decompose(named(rollout.comparison().before())),
            Cql.SERIES.decompose(named(rollout.comparison().after())),
            number(rollout.comparison().errors()),
            measured.map(effect -> real(effect.percent())).orElse(null),
            measured.map(effect -> real(100 * effect.error())).orElse(null),
            flag(rollout.outlastsRestarts())
        };
    }

    private static ByteBuffer[] append(ByteBuffer[] values, ByteBuffer... more) {
        ByteBuffer[] all = Arrays.copyOf(values, values.length + more.length);
        System.arraycopy(more, 0, all, values.length, more.length);
        return all;
    }

    private static Rollout rollout(UntypedResultSet.Row row) {
        ProposedChange change = new ProposedChange(
                row.getString("proposal"),
                row.getFrozenTextMap("new_values"),
                row.getFrozenList("tables", UTF8Type.instance),
                row.getBoolean("rewrites_data"),
                row.getDouble("gain_percent"),
                basis(row, "workload", "configuration_before"));
        Map<String, NodeStep> nodes = new LinkedHashMap<>();
        row.getFrozenTextMap("steps").forEach((node, step) -> nodes.put(node, NodeStep.valueOf(step)));
        return new Rollout(
                new RolloutPlan(
                        row.getLong("number"),
                        change,
                        row.getString("requested_by"),
                        new PeerGroup(row.getString("canary"), row.getFrozenList("peers", UTF8Type.instance))),
                row.getLong("epoch"),
                Phase.valueOf(row.getString("phase")),
                nodes,
                row.getFrozenList("changed", UTF8Type.instance),
                new CanaryComparison(
                        series(row, "differences_before"), series(row, "differences_after"), row.getLong("errors")),
                Request.valueOf(row.getString("requested")),
                row.getString("reason"),
                row.getBoolean("outlasts_restarts"));
    }

    private static Map<String, List<Double>> named(Map<PeerMetric, List<Double>> series) {
        Map<String, List<Double>> named = new LinkedHashMap<>();
        series.forEach((metric, values) -> named.put(metric.name(), values));
        return named;
    }

    private static Map<PeerMetric, List<Double>> series(UntypedResultSet.Row row, String column) {
        Map<PeerMetric, List<Double>> series = new EnumMap<>(PeerMetric.class);
        row.getFrozenMap(column, UTF8Type.instance, Cql.NUMBERS)
                .forEach((metric, values) -> series.put(PeerMetric.valueOf(metric), values));
        return series;
    }

    @Override
    public String paused() throws ClusterException {
        return Cql.read("SELECT reason FROM " + PAUSE + KEY, false, datacenter).stream()
                .flatMap(row -> optional(row, "reason").stream())
                .findFirst()
                .orElse("");
    }

    /** Conditional, because an unconditional write loses against one with a later time, as from a clock that was wrong. */
    @Override
    public Result pause(String reason) {
        return Cql.writeIf(
                "UPDATE " + PAUSE + " SET reason = ?" + KEY + " IF reason != ?",
                text(reason),
                datacenter,
                text(reason));
    }

    private static Optional<String> optional(UntypedResultSet.Row row, String column) {
        return row.has(column)
                ? Optional.of(row.getString(column)).filter(value -> !value.isEmpty())
                : Optional.empty();
    }
}
