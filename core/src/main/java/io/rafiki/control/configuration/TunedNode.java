package io.rafiki.control.configuration;

import io.rafiki.control.record.DecisionRecord;
import io.rafiki.decision.Change;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.LiveBinding;
import io.rafiki.node.KnobReading;
import io.rafiki.node.KnobSkip;
import io.rafiki.node.KnobValue;
import io.rafiki.node.NodeConfiguration;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.SchemaChange;
import io.rafiki.node.TableName;
import io.rafiki.workload.TableCounts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The node's knobs by their values as users write them, for the tables that are tuned. */
public final class TunedNode {

    private final NodeKnobs knobs;
    private final SchemaChange schema;
    private final KnobCatalogue catalogue;
    private final TableFilter tuned;
    private final TableTraffic traffic = new TableTraffic();

    /** Tables whose options may be tuned. */
    private volatile List<TableName> tables = List.of();

    /** The configuration at the last decision. */
    private volatile Optional<NodeConfiguration> last = Optional.empty();

    /** Tables that the next rewrite of data concerns. */
    private volatile List<TableName> rewritten = List.of();

    private final TableWrites writes;

    /** @param tuned tables whose options may be changed */
    public TunedNode(NodeKnobs knobs, SchemaChange schema, KnobCatalogue catalogue, TableFilter tuned) {
        this.knobs = knobs;
        this.schema = schema;
        this.catalogue = catalogue;
        this.tuned = tuned;
        this.writes = new TableWrites(catalogue);
    }

    /** Updates the sensed tables and their operations. */
    public void tables(List<TableCounts> sensed) {
        traffic.update(sensed);
        tables = traffic.loads().keySet().stream()
                .filter(table -> tuned.contains(table.toString()))
                .toList();
    }

    /** Removes the tuner's writes of dropped tables. */
    public void discard(Set<String> dropped) {
        writes.discard(dropped);
    }

    /** The present configuration for a decision, without the knobs and tables that cannot be tuned. */
    public NodeConfiguration read(KnobSpace space) {
        NodeConfiguration now = current(space);
        last = Optional.of(now);
        rewritten = now.tables();
        return now;
    }

    /** The same for a comparison. */
    public NodeConfiguration current(KnobSpace space) {
        return knobs.read(space, tables, traffic.loads());
    }

    /** Selects the tables whose rewrite is examined at the end of a window. */
    public void select(List<TableName> some) {
        rewritten = List.copyOf(some);
    }

    /** Whether one of several groups of tables has another workload than at the last decision. */
    public boolean isRegrouped() {
        return last.filter(traffic::isRegrouped).isPresent();
    }

    /** Whether the last decision used the knob. */
    boolean isConsidered(String knob) {
        return last.filter(now -> now.values().toMap().containsKey(knob)).isPresent();
    }

    /** The knobs that the last decision skipped. */
    List<KnobSkip> skipped() {
        return last.map(NodeConfiguration::skipped).orElse(List.of());
    }

    /** Exports a decision for the existing tables that it changes, or for those that are tuned now if it changes none. */
    public ConfigurationExport export(DecisionRecord decided) {
        List<TableName> some = decided.tables().isEmpty()
                ? last.filter(now -> !now.groups().isEmpty())
                        .map(NodeConfiguration::tables)
                        .orElse(tables)
                : decided.tables().stream().map(TableName::parse).toList();
        return new ConfigurationExport(
                catalogue, knobs, schema, some.stream().filter(this::exists).toList());
    }

    /**
     * The value of a knob. A table option has the same value on all these tables.
     *
     * @throws NodeException if the knob cannot be read, has a value outside the catalogue, or differs between tables
     */
    public Object value(String knob, List<TableName> some) throws NodeException {
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
        writes.add(knob, from, to, some);
        knobs.replace(knob, entry.code(from), entry.code(to), some);
    }

    /** The existing tables of a change; empty for a knob of the whole node. */
    public List<TableName> tables(Change change) {
        return change.tables().stream()
                .map(TableName::parse)
                .filter(this::exists)
                .toList();
    }

    /** The tables whose options may be tuned. */
    public List<TableName> tuned() {
        return tables;
    }

    /** Whether a table is among those that the agent senses. */
    public boolean exists(TableName table) {
        return traffic.loads().containsKey(table);
    }

    /** Whether the present option of a table can be read and is in the catalogue. */
    public boolean isKnown(String option, TableName table) {
        try {
            value(option, List.of(table));
            return true;
        } catch (NodeException unknown) {
            return false;
        }
    }

    /**
     * The present option of a table, as ALTER TABLE needs it.
     *
     * @throws NodeException if it cannot be read, or the catalogue lacks its value
     */
    public Map<String, String> option(String knob, TableName table) throws NodeException {
        double code = catalogue.entry(knob).knob().code(value(knob, List.of(table)));
        return knobs.tableOption(knob, code, table);
    }

    /** The table option's map for a value; empty for a knob of the whole node. */
    public Optional<Map<String, String>> tableOption(String knob, Object value) {
        KnobDefinition entry = catalogue.entry(knob);
        return entry.tableOption(entry.knob().code(value));
    }

    /** The options of the schema that a statement with the present option of a table would drop. */
    public Map<String, String> droppedOptions(String knob, TableName table) throws NodeException {
        double code = catalogue.entry(knob).knob().code(value(knob, List.of(table)));
        return knobs.droppedOptions(knob, code, table);
    }

    /** The parts that can be written separately: each existing table of a change, or the node. */
    List<List<TableName>> parts(Change change) {
        return isTableOption(change.knob())
                ? tables(change).stream().map(List::of).toList()
                : List.of(List.of());
    }

    /** Those of these parts that the tuner has written; a table that was dropped and created again is not among them. */
    List<List<TableName>> written(Change change) {
        return parts(change).stream()
                .filter(part -> writes.contain(change.knob(), part))
                .toList();
    }

    /** Whether the knob is an option of tables. */
    public boolean isTableOption(String knob) {
        return catalogue.entry(knob).live().stream().anyMatch(live -> live.type() == LiveBinding.Type.JSON);
    }

    /** The value, or the node's own text for a value outside the catalogue. */
    Object shownValue(String knob, List<TableName> some) throws NodeException {
        KnobValue reading = knobs.reading(knob, some);
        return reading.exact() ? catalogue.entry(knob).knob().value(reading.code()) : reading.found();
    }

    /** The tables that the next rewrite of data concerns. */
    public List<TableName> rewritten() {
        return rewritten;
    }

    /** Those of the tables above whose compaction strategy is tuned. */
    public List<TableName> compacted() {
        return last.stream()
                .flatMap(now -> now.groups().entrySet().stream())
                .filter(option -> catalogue.entry(option.getKey()).cost() == ChangeCost.REWRITES_DATA)
                .flatMap(option -> option.getValue().stream())
                .flatMap(group -> group.tables().stream())
                .filter(rewritten::contains)
                .distinct()
                .toList();
    }

    /** The constraint of the catalogue that values of some knobs would violate; empty if none. Other knobs have their present value. */
    Optional<String> broken(Map<String, Object> values) {
        return ConstraintCheck.broken(catalogue, values, knob -> knobs.reading(knob, tables, traffic.loads())
                .code());
    }

    /**
     * The change of a knob of the whole node between two values in their text form, with its cost.
     *
     * @throws IllegalArgumentException if one of the values is outside the catalogue
     */
    public Change change(String knob, String from, String to) {
        KnobDefinition entry = catalogue.entry(knob);
        double before = entry.knob().code(from);
        double after = entry.knob().code(to);
        return new Change(knob, entry.knob().value(before), entry.knob().value(after), entry.costOf(before, after));
    }

    /** The tuner's changes of a table option since the start. */
    public List<Change> tableChanges(String knob) {
        return writes.changes(knob);
    }

    /** Every knob that can be set live, as it is now. */
    public Map<String, KnobReading> readings() {
        Map<String, KnobReading> readings = new LinkedHashMap<>();
        for (KnobDefinition entry : catalogue.entries()) {
            if (entry.live().isPresent()) {
                readings.put(entry.name(), knobs.reading(entry.name(), tables, traffic.loads()));
            }
        }
        return readings;
    }

    /** The {@link ConfigurationFingerprint} of the present configuration. */
    public String fingerprint() {
        return ConfigurationFingerprint.of(catalogue, readings());
    }
}
