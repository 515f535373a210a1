package io.rafiki.node;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Cost;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobEntry;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.Live;
import io.rafiki.knob.Machine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.MBeanServerConnection;
import javax.management.openmbean.CompositeData;

/**
 * Reads and writes a running node's knobs as the catalogue's live bindings say.
 *
 * <p>A value outside the catalogue's range is refused before the node sees it: Cassandra accepts values that stop all reads (a pool
 * of 0 threads) or hang all writes (a cleanup threshold of 1). Every write is read back. Safe for several threads; one write at a time.
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
        for (KnobEntry entry : catalogue.entries()) {
            entry.live().ifPresent(live -> knobs.put(entry.name(), bound(beans, entry, live)));
        }
    }

    private static NodeKnob bound(MBeans beans, KnobEntry entry, Live live) {
        return live.type() == Live.Type.JSON ? new TableKnob(beans, entry, live) : new NumberKnob(beans, entry, live);
    }

    /**
     * The cores and the heap of the node's JVM, and its memory where the JVM says it.
     *
     * @throws NodeException if the node cannot be asked
     */
    public static Machine machine(MBeanServerConnection node) throws NodeException {
        MBeans beans = new MBeans(node);
        Object cores = beans.get("java.lang:type=OperatingSystem", "AvailableProcessors");
        Object heap = beans.get("java.lang:type=Memory", "HeapMemoryUsage");
        long bytes = (Long) ((CompositeData) heap).get("max");
        Machine machine = new Machine((Integer) cores, Math.max(1, bytes >> 20));
        try {
            // the limit of the container or control group, where there is one
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
     * @param tables tables that table knobs are read from; they must agree
     * @throws NodeException if a knob cannot be read, or its value is none that the space knows
     */
    public Configuration read(KnobSpace space, List<TableName> tables) throws NodeException {
        double[] codes = new double[space.size()];
        for (int i = 0; i < codes.length; i++) {
            Knob knob = space.knob(i);
            Reading reading = reading(knob.name(), tables);
            if (!reading.exact()) {
                throw new NodeException(named(knob.name(), reading.problem().orElseThrow()));
            }
            codes[i] = translated(knob, reading);
        }
        return new Configuration(space, codes);
    }

    /**
     * One knob's present value; a value that the catalogue does not know comes as a problem with the nearest that it knows.
     *
     * @throws NodeException if the node cannot be asked
     * @throws IllegalArgumentException if there is no such knob
     */
    public Reading reading(String name, List<TableName> tables) throws NodeException {
        try {
            return bound(name).read(tables);
        } catch (NodeException refused) {
            throw new NodeException(named(name, refused.getMessage()), refused);
        }
    }

    /**
     * Gives the node, or each of the tables, a value, and reads it back.
     *
     * @param name of the knob
     * @param code of the value in the catalogue; a bundle may number the same values in another way, see {@link #set}
     * @param tables tables that a table knob is written to: all or, if one refuses, none
     * @throws NodeException if the value is out of range, takes a restart, is refused by the node, or reads back as another
     * @throws IllegalArgumentException if there is no such knob
     */
    public synchronized void write(String name, double code, List<TableName> tables) throws NodeException {
        KnobEntry entry = catalogue.entry(name);
        String value;
        try {
            value = String.valueOf(entry.knob().value(code));
        } catch (IllegalArgumentException outside) {
            throw new NodeException(outside.getMessage() + ". The node was not touched.", outside);
        }
        NodeKnob knob = bound(name);
        try {
            Reading before = knob.read(tables);
            if (entry.costOf(before.code(), code) == Cost.NEXT_START) {
                throw new NodeException("takes effect at the next start only; the node has " + before.found() + " now");
            }
            knob.write(code, tables);
        } catch (NodeException refused) {
            throw new NodeException(named(name + "=" + value, refused.getMessage()), refused);
        }
    }

    /**
     * Writes as {@link #write} does, a value as a user writes it: what a configuration of any space holds.
     *
     * @throws NodeException as {@link #write}
     */
    public void set(String name, Object value, List<TableName> tables) throws NodeException {
        double code;
        try {
            code = catalogue.entry(name).knob().code(value);
        } catch (IllegalArgumentException outside) {
            throw new NodeException(outside.getMessage() + ". The node was not touched.", outside);
        }
        write(name, code, tables);
    }

    private NodeKnob bound(String name) throws NodeException {
        KnobEntry entry = catalogue.entry(name);
        return Optional.ofNullable(knobs.get(entry.name()))
                .orElseThrow(() -> new NodeException(named(name, "takes effect at the next start only")));
    }

    /** The reading's code in a space that may number the knob's values in another way than the catalogue. */
    private double translated(Knob knob, Reading reading) throws NodeException {
        try {
            return knob.code(catalogue.entry(knob.name()).knob().value(reading.code()));
        } catch (IllegalArgumentException outside) {
            throw new NodeException(outside.getMessage(), outside);
        }
    }

    private static String named(String name, String problem) {
        return problem.startsWith(name + ":") ? problem : name + ": " + problem;
    }
}
