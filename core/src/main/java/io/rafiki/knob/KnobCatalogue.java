package io.rafiki.knob;

import io.rafiki.config.ConfigException;
import io.rafiki.config.Nearest;
import io.rafiki.config.Section;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * The knobs that a line of Cassandra offers, read from a file such as {@code conf/knobs/cassandra-5.0.yaml}.
 *
 * <p>Ranges are those of one machine: the file may state them per core and per heap. Immutable.
 */
public final class KnobCatalogue {

    private final String cassandra;
    private final Machine machine;
    private final List<KnobEntry> entries;

    private KnobCatalogue(String cassandra, Machine machine, List<KnobEntry> entries) {
        this.cassandra = cassandra;
        this.machine = machine;
        this.entries = List.copyOf(entries);
    }

    /**
     * Reads a catalogue file for a machine.
     *
     * @throws ConfigException with one line that names file and line, if the file is not a catalogue
     */
    public static KnobCatalogue read(Path file, Machine machine) throws ConfigException {
        return read(Section.read(file), machine);
    }

    static KnobCatalogue read(Section file, Machine machine) throws ConfigException {
        file.allow("cassandra", "knobs");
        String cassandra = file.text("cassandra");
        return new KnobCatalogue(cassandra, machine, new CatalogueReader(machine).entries(file));
    }

    /** The line of Cassandra, such as {@code 5.0}. */
    public String cassandra() {
        return cassandra;
    }

    /** The machine whose ranges these are. */
    public Machine machine() {
        return machine;
    }

    /** In the order of the file. */
    public List<KnobEntry> entries() {
        return entries;
    }

    public List<String> names() {
        return entries.stream().map(KnobEntry::name).toList();
    }

    /**
     * The entry of the named knob.
     *
     * @throws IllegalArgumentException naming the nearest valid name, if there is no such knob
     */
    public KnobEntry entry(String name) {
        return entries.stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("unknown knob " + name + ". " + Nearest.advice(name, names())));
    }

    /**
     * The space of the named knobs, in the order of the catalogue.
     *
     * @throws IllegalArgumentException if a name is unknown, or there are none
     */
    public KnobSpace space(Collection<String> names) {
        names.forEach(this::entry);
        return new KnobSpace(entries.stream()
                .filter(entry -> names.contains(entry.name()))
                .map(KnobEntry::knob)
                .toList());
    }

    /** The space of all knobs. */
    public KnobSpace space() {
        return space(names());
    }
}
