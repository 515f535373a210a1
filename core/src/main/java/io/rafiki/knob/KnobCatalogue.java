package io.rafiki.knob;

import io.rafiki.config.ConfigException;
import io.rafiki.config.Nearest;
import io.rafiki.config.Section;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The knobs that a line of Cassandra offers, read from a file such as {@code conf/knobs/cassandra-5.0.yaml}.
 *
 * <p>Ranges are those of one machine: the file may state them per core and per heap. Immutable.
 */
public final class KnobCatalogue {

    /** The machine's memory in an expression, in MiB. */
    static final String MEMORY = "memory";

    private final String cassandra;
    private final Machine machine;
    private final List<KnobEntry> entries;
    private final List<Constraint> constraints;

    private KnobCatalogue(String cassandra, Machine machine, List<KnobEntry> entries, List<Constraint> constraints) {
        this.cassandra = cassandra;
        this.machine = machine;
        this.entries = List.copyOf(entries);
        this.constraints = List.copyOf(constraints);
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
        file.allow("cassandra", "knobs", "constraints");
        String cassandra = file.text("cassandra");
        CatalogueReader reader = new CatalogueReader(machine);
        List<KnobEntry> entries = reader.entries(file);
        List<Knob> knobs = entries.stream().map(KnobEntry::knob).toList();
        return new KnobCatalogue(cassandra, machine, entries, reader.constraints(file, knobs));
    }

    /** What names of the machine stand for in an expression. */
    static Map<String, Object> given(Machine machine) {
        Map<String, Object> given = new HashMap<>();
        given.put("cores", (double) machine.cores());
        given.put("heap", (double) machine.heapMiB());
        machine.memoryMiB().ifPresent(memory -> given.put(MEMORY, (double) memory));
        return given;
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
        return constrained(entries.stream()
                .filter(entry -> names.contains(entry.name()))
                .map(KnobEntry::knob)
                .toList());
    }

    /** The space of the given knobs, which may be narrower than the catalogue's, under the catalogue's constraints. */
    public KnobSpace constrained(List<Knob> knobs) {
        return new KnobSpace(knobs, constraints(knobs));
    }

    /** The constraints on all knobs of the catalogue. */
    public List<Constraint> constraints() {
        return constraints;
    }

    /** The constraints that name one of the given knobs, bound to them; knobs of the catalogue that are not among them count at their default. */
    public List<Constraint> constraints(List<Knob> knobs) {
        Map<String, Object> given = given(machine);
        for (KnobEntry entry : entries) {
            given.put(entry.name(), usual(entry.knob()));
        }
        List<String> names = knobs.stream().map(Knob::name).toList();
        return constraints.stream()
                .filter(constraint -> !Collections.disjoint(constraint.knobs(), names))
                .map(constraint -> Constraint.parse(constraint.expression(), constraint.why(), knobs, given))
                .toList();
    }

    /**
     * Why values of another space could not be set by this catalogue, one phrase a knob: a knob that it lacks or that is of another
     * type, a choice or special value that it does not know. Ranges may differ, as they do between machines.
     */
    public List<String> differences(KnobSpace space) {
        List<String> differences = new ArrayList<>();
        for (Knob knob : space.knobs()) {
            Optional<Knob> own = entries.stream()
                    .map(KnobEntry::knob)
                    .filter(entry -> entry.name().equals(knob.name()))
                    .findFirst();
            if (own.isEmpty()) {
                differences.add(knob.name() + " is unknown here");
            } else if (own.get().getClass() != knob.getClass()) {
                differences.add(knob.name() + " is of another type here");
            } else {
                List<String> missing = new ArrayList<>(singles(knob));
                missing.removeAll(singles(own.get()));
                if (!missing.isEmpty()) {
                    differences.add(knob.name() + " has no " + String.join(", ", missing) + " here");
                }
            }
        }
        return differences;
    }

    private static List<String> singles(Knob knob) {
        if (knob instanceof CategoricalKnob categorical) {
            return categorical.choices();
        }
        return knob instanceof IntegerKnob integer
                ? integer.special().keySet().stream().sorted().toList()
                : List.of();
    }

    /** What a knob that is not tuned stands for in an expression. */
    private static Object usual(Knob knob) {
        double code = knob.defaultCode();
        Object value = knob.value(code);
        if (knob instanceof CategoricalKnob) {
            return value;
        }
        return value instanceof String special ? new SpecialValue(special, code) : (Object) code;
    }

    /**
     * The space of the knobs that a running node can be given; the others are set at start only.
     *
     * @throws IllegalArgumentException if there are none
     */
    public KnobSpace space() {
        return space(entries.stream()
                .filter(entry -> entry.live().isPresent())
                .map(KnobEntry::name)
                .toList());
    }
}
