package io.rafiki.control;

import io.rafiki.decision.Change;
import io.rafiki.decision.CompactionHistory;
import io.rafiki.decision.RewriteCost;
import io.rafiki.decision.RewriteCostLimits;
import io.rafiki.decision.RewriteObstacle;
import io.rafiki.decision.RewriteObstacle.RewriteStateUnknown;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.LiveBinding;
import io.rafiki.node.CompactionStats;
import io.rafiki.node.DiskSpace;
import io.rafiki.node.KnobReading;
import io.rafiki.node.KnobSkip;
import io.rafiki.node.KnobValue;
import io.rafiki.node.NodeConfiguration;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.RewriteReading;
import io.rafiki.node.RunningCompaction;
import io.rafiki.node.TableGroup;
import io.rafiki.node.TableName;
import io.rafiki.workload.ClientCounts;
import io.rafiki.workload.TableCounts;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The node's knobs by their values as users write them, for the tables that are tuned. */
final class TunedNode {

    private static final List<TableName> WHOLE_NODE = List.of();

    private final NodeKnobs knobs;
    private final KnobCatalogue catalogue;
    private final CompactionStats compactions;
    private final DiskSpace.Source disks;
    private final TableFilter tuned;
    private final TableTraffic traffic = new TableTraffic();

    /** Tables whose options may be tuned. */
    private volatile List<TableName> tables = List.of();

    /** Tuned tables of each table option, as last read for a decision. */
    private volatile Map<String, TableGroup> groups = Map.of();

    private volatile Set<String> considered = Set.of();
    private volatile List<KnobSkip> skipped = List.of();

    /** Value of each table before the tuner's first write, by table option. */
    private final Map<String, Map<TableName, Object>> originals = new ConcurrentHashMap<>();

    /** @param tuned tables whose options may be changed */
    TunedNode(
            NodeKnobs knobs,
            KnobCatalogue catalogue,
            CompactionStats compactions,
            DiskSpace.Source disks,
            TableFilter tuned) {
        this.knobs = knobs;
        this.catalogue = catalogue;
        this.compactions = compactions;
        this.disks = disks;
        this.tuned = tuned;
    }

    /** Updates the sensed tables and their operations. */
    void tables(List<TableCounts> sensed) {
        traffic.update(sensed);
        tables = traffic.operations().keySet().stream()
                .filter(table -> tuned.contains(table.toString()))
                .toList();
    }

    /** The present configuration for a decision, without the knobs and tables that cannot be tuned. */
    NodeConfiguration read(KnobSpace space) {
        NodeConfiguration now = current(space);
        groups = now.groups();
        considered = Set.copyOf(now.values().toMap().keySet());
        skipped = now.skipped();
        return now;
    }

    /** The same for a comparison. */
    NodeConfiguration current(KnobSpace space) {
        return knobs.read(space, tables, traffic.operations());
    }

    /** Whether the last decision used the knob. */
    boolean isConsidered(String knob) {
        return considered.contains(knob);
    }

    /** The knobs that the last decision skipped. */
    List<KnobSkip> skipped() {
        return skipped;
    }

    /** Exports configurations for the tables that are tuned now. */
    ConfigurationExport export() {
        return new ConfigurationExport(catalogue, knobs, groups.isEmpty() ? tables : rewritten());
    }

    /** @throws NodeException if the knob cannot be read, has a value outside the catalogue, or differs between tables */
    Object value(String knob, List<TableName> some) throws NodeException {
        return knobs.read(catalogue.space(List.of(knob)), some).get(knob);
    }

    /**
     * Replaces a value, unless another client changed it.
     *
     * @param some tables, for a knob that is a table option
     * @throws NodeException if the node has another value than {@code from}, refuses the new one, or reads back another
     */
    void write(String knob, Object from, Object to, List<TableName> some) throws NodeException {
        Knob entry = catalogue.entry(knob).knob();
        Map<TableName, Object> first = originals.computeIfAbsent(knob, none -> new ConcurrentHashMap<>());
        some.forEach(table -> first.putIfAbsent(table, from));
        knobs.replace(knob, entry.code(from), entry.code(to), some);
    }

    /** The existing tables of a change; empty for a knob of the whole node. */
    List<TableName> tables(Change change) {
        return change.tables().stream()
                .map(TableName::parse)
                .filter(traffic.operations()::containsKey)
                .toList();
    }

    /** The parts that can be written separately: each existing table of a change, or the node. */
    List<List<TableName>> parts(Change change) {
        return isTableOption(change.knob())
                ? tables(change).stream().map(List::of).toList()
                : List.of(WHOLE_NODE);
    }

    /** Whether the knob is an option of tables. */
    boolean isTableOption(String knob) {
        return catalogue
                .entry(knob)
                .live()
                .filter(live -> live.type() == LiveBinding.Type.JSON)
                .isPresent();
    }

    /** The value, or the node's own text for a value outside the catalogue. */
    Object shownValue(String knob, List<TableName> some) throws NodeException {
        KnobValue reading = knobs.reading(knob, some);
        return reading.exact() ? catalogue.entry(knob).knob().value(reading.code()) : reading.found();
    }

    /** A sample of the node's compactions, which a later rewrite is priced by. */
    CompactionHistory.Sample compactions(Instant now, ClientCounts clients) throws NodeException {
        List<RunningCompaction> running = compactions.running();
        return new CompactionHistory.Sample(
                now,
                compactions.compacted(running),
                running.stream().anyMatch(RunningCompaction::isAutomatic),
                clients);
    }

    /** The state that a rewrite of the tuned tables depends on. */
    RewriteReading rewriteReading() throws NodeException {
        return compactions.reading(rewritten(), disks);
    }

    /** Stops the running compactions of the tuned tables. */
    void stopCompactions() throws NodeException {
        compactions.stop(rewriteReading().ours());
    }

    /** The cost of a rewrite of the tuned tables; empty if their size cannot be read. */
    Optional<RewriteCost> rewrite(RewriteCostLimits limits, CompactionHistory seen) {
        try {
            return Optional.of(
                    RewriteCost.of(compactions.liveBytes(rewritten()), compactions.throttle(), limits, seen));
        } catch (NodeException unknown) {
            return Optional.empty();
        }
    }

    /** The tables that a change of a table option would rewrite. */
    private List<TableName> rewritten() {
        return groups.values().stream()
                .flatMap(group -> group.tables().stream())
                .distinct()
                .toList();
    }

    /** Why the tuned tables cannot be rewritten now; empty if they can. */
    Optional<RewriteObstacle> rewriteObstacle() {
        try {
            return RewriteObstacle.of(rewriteReading());
        } catch (NodeException e) {
            return Optional.of(new RewriteStateUnknown(e.failure()));
        }
    }

    /** The constraint of the catalogue that values of some knobs would violate; empty if none. Other knobs have their present value. */
    Optional<String> broken(Map<String, Object> values) {
        return ConstraintCheck.broken(catalogue, values, knob -> knobs.reading(knob, tables, traffic.operations())
                .code());
    }

    /**
     * The change of the tuner between two values in their text form, with its cost at this node. A change of a table option concerns the tables
     * that had the first value before the tuner's first write.
     *
     * @throws IllegalArgumentException if one of the values is outside the catalogue
     */
    Change change(String knob, String from, String to) {
        KnobDefinition entry = catalogue.entry(knob);
        double before = entry.knob().code(from);
        double after = entry.knob().code(to);
        Object original = entry.knob().value(before);
        List<String> of = originals.getOrDefault(knob, Map.of()).entrySet().stream()
                .filter(table -> table.getValue().equals(original))
                .map(table -> table.getKey().toString())
                .sorted()
                .toList();
        return new Change(knob, original, entry.knob().value(after), entry.costOf(before, after), of);
    }

    /** Every knob that can be set live, as it is now. */
    Map<String, KnobReading> readings() {
        Map<String, KnobReading> readings = new LinkedHashMap<>();
        for (KnobDefinition entry : catalogue.entries()) {
            if (entry.live().isPresent()) {
                readings.put(entry.name(), knobs.reading(entry.name(), tables, traffic.operations()));
            }
        }
        return readings;
    }

    /** Present value of every knob that can be set live, or {@code ?} with the obstacle. */
    Map<String, String> shown() {
        Map<String, String> shown = new LinkedHashMap<>();
        readings().forEach((knob, reading) -> shown.put(knob, reading.text()));
        return shown;
    }
}
