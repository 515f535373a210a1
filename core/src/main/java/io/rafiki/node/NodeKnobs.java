package io.rafiki.node;

import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.LiveBinding;
import io.rafiki.knob.NodeResources;
import io.rafiki.reason.ReasonText;
import io.rafiki.workload.TableLoad;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import javax.management.MBeanServerConnection;
import javax.management.openmbean.CompositeData;

/**
 * Reads and writes a running node's knobs through the catalogue's live bindings.
 *
 * <p>Values outside the catalogue's range are rejected before they reach the node. Cassandra accepts values that block all reads (a pool
 * of 0 threads) or all writes (a cleanup threshold of 1). Every write is read back. Thread-safe; one write at a time.
 */
public final class NodeKnobs {

    private final KnobCatalogue catalogue;
    private final Map<String, NodeKnob> knobs = new LinkedHashMap<>();

    /**
     * Binds a catalogue to a node.
     *
     * @param node the platform MBean server inside the node's JVM, or a remote JMX connection
     */
    public NodeKnobs(MBeanServerConnection node, KnobCatalogue catalogue) {
        this.catalogue = catalogue;
        MBeans beans = new MBeans(node);
        for (KnobDefinition entry : catalogue.entries()) {
            entry.live().ifPresent(live -> knobs.put(entry.name(), bound(beans, entry, live)));
        }
    }

    private static NodeKnob bound(MBeans beans, KnobDefinition entry, LiveBinding live) {
        return live.type() == LiveBinding.Type.JSON
                ? new TableKnob(beans, entry, live)
                : new NumberKnob(beans, entry, live);
    }

    /**
     * The cores, heap and, if reported, memory of the node's JVM.
     *
     * @throws NodeException if the node does not answer
     */
    public static NodeResources machine(MBeanServerConnection node) throws NodeException {
        MBeans beans = new MBeans(node);
        Object cores = beans.get("java.lang:type=OperatingSystem", "AvailableProcessors");
        Object heap = beans.get("java.lang:type=Memory", "HeapMemoryUsage");
        long bytes = (Long) ((CompositeData) heap).get("max");
        NodeResources machine = new NodeResources((Integer) cores, Math.max(1, bytes >> 20));
        try {
            // the limit of the container or control group, if there is one
            long memory = (Long) beans.get("java.lang:type=OperatingSystem", "TotalPhysicalMemorySize");
            return memory >> 20 > 0 ? machine.memory(memory >> 20) : machine;
        } catch (NodeException unknown) {
            return machine;
        }
    }

    /**
     * The node's present configuration.
     *
     * @param space knobs to read
     * @param tables tables from which table knobs are read; they must agree
     * @throws NodeException if a knob cannot be read, or the space does not contain its value
     */
    public Configuration read(KnobSpace space, List<TableName> tables) throws NodeException {
        double[] codes = new double[space.size()];
        for (int i = 0; i < codes.length; i++) {
            Knob knob = space.knob(i);
            KnobValue reading = reading(knob.name(), tables);
            if (!reading.exact()) {
                throw new NodeException(named(knob.name(), reading.problem().orElseThrow()));
            }
            codes[i] = translated(knob, reading);
        }
        return new Configuration(space, codes);
    }

    /**
     * The node's present configuration as far as it can be tuned. A knob that cannot be read, or has an unknown value, is skipped.
     *
     * @param space knobs to read
     * @param tables tables whose options may be tuned
     * @param loads of every sensed table
     * @throws IllegalArgumentException if the catalogue lacks a knob
     */
    public NodeConfiguration read(KnobSpace space, List<TableName> tables, Map<TableName, TableLoad> loads) {
        double[] codes = new double[space.size()];
        List<KnobSkip> skipped = new ArrayList<>();
        Map<String, List<TableGroup>> groups = new LinkedHashMap<>();
        for (int i = 0; i < codes.length; i++) {
            Knob knob = space.knob(i);
            KnobReading reading = reading(knob.name(), tables, loads);
            Optional<Double> code = code(knob, reading.code());
            codes[i] = code.orElseGet(() -> nearest(knob, reading.code()));
            reading.skip()
                    .or(() -> code.isPresent()
                            ? Optional.empty()
                            : Optional.of(new KnobSkip.KnobOutsideModel(knob.name(), reading.text())))
                    .ifPresent(skipped::add);
            reading.groups().ifPresent(of -> groups.put(knob.name(), of.tuned()));
        }
        return new NodeConfiguration(new Configuration(space, codes), skipped, groups);
    }

    /**
     * One knob's present value, and why it or some of its tables cannot be tuned.
     *
     * @param tables tables whose options may be tuned
     * @param loads of every sensed table
     * @throws IllegalArgumentException if the catalogue lacks the knob
     */
    public KnobReading reading(String name, List<TableName> tables, Map<TableName, TableLoad> loads) {
        KnobDefinition entry = catalogue.entry(name);
        double unknown = entry.knob().defaultCode();
        NodeKnob knob = knobs.get(entry.name());
        if (knob == null) {
            return skipped(unknown, "? ", new KnobSkip.KnobNotLive(name));
        }
        if (knob instanceof TableKnob option) {
            return reading(entry, option.readEach(tables), loads);
        }
        try {
            KnobValue value = knob.read(tables);
            return value.exact()
                    ? new KnobReading(value.code(), value.found(), Map.of(), Optional.empty(), Optional.empty())
                    : skipped(value.code(), value.found(), new KnobSkip.KnobOutsideCatalogue(name, value.found()));
        } catch (NodeException refused) {
            return skipped(unknown, "? " + refused.getMessage(), new KnobSkip.KnobUnreadable(name, refused.failure()));
        }
    }

    private static KnobReading reading(
            KnobDefinition entry, Map<TableName, KnobValue> readings, Map<TableName, TableLoad> loads) {
        TableGroups groups = TableGroups.of(entry.name(), readings, loads);
        Optional<KnobValue> value = groups.tuned().stream().findFirst().map(TableGroup::value);
        Map<TableName, String> texts = new LinkedHashMap<>();
        readings.forEach((table, read) -> texts.put(table, read.found().isEmpty() ? "?" : read.found()));
        String none = readings.values().stream()
                .map(KnobValue::found)
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse("? " + ReasonText.of(new NodeFailure.NoTable()));
        return new KnobReading(
                value.map(KnobValue::code).orElse(entry.knob().defaultCode()),
                value.map(KnobValue::found).orElse(none),
                texts,
                value.isPresent() ? Optional.empty() : Optional.of(new KnobSkip.NoTunableTable(entry.name())),
                Optional.of(groups));
    }

    private static KnobReading skipped(double code, String text, KnobSkip why) {
        return new KnobReading(code, text, Map.of(), Optional.of(why), Optional.empty());
    }

    /**
     * One knob's present value. A value outside the catalogue is reported as a problem, with the nearest catalogue value.
     *
     * @throws NodeException if the node does not answer
     * @throws IllegalArgumentException if the knob is unknown
     */
    public KnobValue reading(String name, List<TableName> tables) throws NodeException {
        try {
            return bound(name).read(tables);
        } catch (NodeException refused) {
            throw new NodeException(named(name, refused.failure()), refused);
        }
    }

    /**
     * Sets a value on the node, or on each of the tables, and reads it back.
     *
     * @param name name of the knob
     * @param code code of the value in the catalogue; a bundle can number values differently, see {@link #set}
     * @param tables tables for a table knob: all are written or, if one refuses, none
     * @throws NodeException if the value is out of range, requires a restart, is refused, or reads back differently
     * @throws IllegalArgumentException if the knob is unknown
     */
    public void write(String name, double code, List<TableName> tables) throws NodeException {
        write(name, OptionalDouble.empty(), code, tables);
    }

    /**
     * Replaces an expected value, as {@link #write}. It is compared immediately before the write to the node or to each table, so that another
     * client's value is not overwritten.
     *
     * @throws NodeException as {@link #write}; with {@link NodeFailure.ValueChanged} if the node has another value
     */
    public void replace(String name, double expected, double code, List<TableName> tables) throws NodeException {
        write(name, OptionalDouble.of(expected), code, tables);
    }

    private synchronized void write(String name, OptionalDouble expected, double code, List<TableName> tables)
            throws NodeException {
        KnobDefinition entry = catalogue.entry(name);
        String value;
        try {
            value = String.valueOf(entry.knob().value(code));
        } catch (IllegalArgumentException outside) {
            throw new NodeException(new NodeFailure.ValueNotAllowed(outside.getMessage()), outside);
        }
        NodeKnob knob = bound(name);
        try {
            KnobValue before = knob.read(tables);
            if (entry.costOf(before.code(), code) == ChangeCost.NEXT_START) {
                throw new NodeException(new NodeFailure.NeedsRestart(before.found()));
            }
            knob.write(expected, code, tables);
        } catch (NodeException refused) {
            throw new NodeException(named(name + "=" + value, refused.failure()), refused);
        }
    }

    /**
     * Writes like {@link #write}, but a value as a user writes it, from a configuration of any space.
     *
     * @throws NodeException as {@link #write}
     */
    public void set(String name, Object value, List<TableName> tables) throws NodeException {
        double code;
        try {
            code = catalogue.entry(name).knob().code(value);
        } catch (IllegalArgumentException outside) {
            throw new NodeException(new NodeFailure.ValueNotAllowed(outside.getMessage()), outside);
        }
        write(name, code, tables);
    }

    /**
     * The option of a table, for all nodes, with another value of a table knob: it keeps all options that do not belong to the knob.
     *
     * @throws NodeException if the table's present option cannot be read
     * @throws IllegalArgumentException if the knob is unknown or no table option
     */
    public Map<String, String> tableOption(String name, double code, TableName table) throws NodeException {
        if (bound(name) instanceof TableKnob knob) {
            return knob.option(code, table);
        }
        throw new IllegalArgumentException(name + ": expected a table option, found a knob of the node");
    }

    /**
     * The options of a table's schema that {@link #tableOption} drops. Nothing restores them then.
     *
     * @throws NodeException if the table's present option cannot be read
     */
    public Map<String, String> droppedOptions(String name, double code, TableName table) throws NodeException {
        return bound(name) instanceof TableKnob knob ? knob.dropped(code, table) : Map.of();
    }

    private NodeKnob bound(String name) throws NodeException {
        KnobDefinition entry = catalogue.entry(name);
        return Optional.ofNullable(knobs.get(entry.name()))
                .orElseThrow(() -> new NodeException(named(name, new NodeFailure.NeedsRestart(""))));
    }

    /** The reading's code in a space that can number values differently from the catalogue. */
    private double translated(Knob knob, KnobValue reading) throws NodeException {
        try {
            return knob.code(catalogue.entry(knob.name()).knob().value(reading.code()));
        } catch (IllegalArgumentException outside) {
            throw new NodeException(new NodeFailure.ValueNotAllowed(outside.getMessage()), outside);
        }
    }

    private Optional<Double> code(Knob knob, double code) {
        try {
            return Optional.of(knob.code(catalogue.entry(knob.name()).knob().value(code)));
        } catch (IllegalArgumentException outside) {
            return Optional.empty();
        }
    }

    /** The nearest number of the knob's range; the default if there is none. */
    private double nearest(Knob knob, double code) {
        return knob.range().isPresent() && catalogue.entry(knob.name()).knob().isNumber(code)
                ? knob.repair(code)
                : knob.defaultCode();
    }

    /** Adds the knob's name, unless the failure contains it. */
    private static NodeFailure named(String name, NodeFailure failure) {
        boolean hasName = failure instanceof NodeFailure.KnobFailed
                || failure instanceof NodeFailure.ValueNotAllowed
                || failure instanceof NodeFailure.ValueChanged
                || failure instanceof NodeFailure.InvalidOption;
        return hasName ? failure : new NodeFailure.KnobFailed(name, failure);
    }
}
