package io.rafiki.knob;

import io.rafiki.config.ConfigException;
import io.rafiki.config.SpellingSuggestion;
import io.rafiki.config.YamlSection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The knobs of a release line of Cassandra or Redis, read from a file such as {@link #CASSANDRA}.
 *
 * <p>The ranges apply to one machine, because the file can define them per core and per heap. Immutable.
 */
public final class KnobCatalogue {

    /** The file for Cassandra in an installation, relative to its folder. */
    public static final String CASSANDRA = "conf/knobs/cassandra-5.0.yaml";

    /** The name of the machine's memory in a constraint, in MiB. */
    static final String MEMORY = "memory";

    private final String release;
    private final NodeResources machine;
    private final List<KnobDefinition> entries;
    private final List<Constraint> constraints;

    private KnobCatalogue(
            String release, NodeResources machine, List<KnobDefinition> entries, List<Constraint> constraints) {
        this.release = release;
        this.machine = machine;
        this.entries = List.copyOf(entries);
        this.constraints = List.copyOf(constraints);
    }

    /**
     * Reads a catalogue file for a machine.
     *
     * @throws ConfigException with one line that names file and line, if the file is invalid
     */
    public static KnobCatalogue read(Path file, NodeResources machine) throws ConfigException {
        return read(YamlSection.read(file), machine);
    }

    static KnobCatalogue read(YamlSection file, NodeResources machine) throws ConfigException {
        file.allow("cassandra", "redis", "knobs", "constraints");
        if (file.has("cassandra") && file.has("redis")) {
            throw file.refused("redis", "expected either cassandra or redis, found both. Keep one of them.");
        }
        String release = file.has("redis") ? "Redis " + file.text("redis") : "Cassandra " + file.text("cassandra");
        CatalogueReader reader = new CatalogueReader(machine);
        List<KnobDefinition> entries = reader.entries(file);
        List<Knob> knobs = entries.stream().map(KnobDefinition::knob).toList();
        return new KnobCatalogue(release, machine, entries, reader.constraints(file, knobs));
    }

    /** The properties of the machine by their names in a constraint. */
    static Map<String, Object> given(NodeResources machine) {
        Map<String, Object> given = new HashMap<>();
        given.put("cores", (double) machine.cores());
        given.put("heap", (double) machine.heapMiB());
        machine.memoryMiB().ifPresent(memory -> given.put(MEMORY, (double) memory));
        return given;
    }

    /** The release line, such as {@code Cassandra 5.0}. */
    public String release() {
        return release;
    }

    /** The machine of these ranges. */
    public NodeResources machine() {
        return machine;
    }

    /** The entries in file order. */
    public List<KnobDefinition> entries() {
        return entries;
    }

    public List<String> names() {
        return entries.stream().map(KnobDefinition::name).toList();
    }

    /**
     * The entry of the named knob.
     *
     * @throws IllegalArgumentException with a suggestion, if the knob is unknown
     */
    public KnobDefinition entry(String name) {
        return entries.stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown knob " + name + ". " + SpellingSuggestion.advice(name, names())));
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
                .map(KnobDefinition::knob)
                .toList());
    }

    /** The space of the given knobs, whose ranges can be narrower than the catalogue's, under the catalogue's constraints. */
    public KnobSpace constrained(List<Knob> knobs) {
        return new KnobSpace(knobs, constraints(knobs));
    }

    /** The constraints on all knobs of the catalogue. */
    public List<Constraint> constraints() {
        return constraints;
    }

    /** The constraints that contain one of the given knobs, bound to them; other knobs have their default. */
    public List<Constraint> constraints(List<Knob> knobs) {
        Map<String, Object> given = given(machine);
        for (KnobDefinition entry : entries) {
            given.put(entry.name(), defaultValue(entry.knob()));
        }
        List<String> names = knobs.stream().map(Knob::name).toList();
        return constraints.stream()
                .filter(constraint -> !Collections.disjoint(constraint.knobs(), names))
                .map(constraint -> Constraint.of(constraint.definition(), knobs, given))
                .toList();
    }

    /**
     * Reasons why this catalogue cannot set values of another space, one phrase per knob: a missing knob, another type, or an unknown
     * choice or special value. Ranges can differ, because they depend on the machine.
     */
    public List<String> differences(KnobSpace space) {
        List<String> differences = new ArrayList<>();
        for (Knob knob : space.knobs()) {
            Optional<Knob> own = entries.stream()
                    .map(KnobDefinition::knob)
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

    /** The value in a constraint of a knob that is not tuned. */
    private static Object defaultValue(Knob knob) {
        double code = knob.defaultCode();
        Object value = knob.value(code);
        if (knob instanceof CategoricalKnob) {
            return value;
        }
        return value instanceof String special ? new SpecialValue(special, code) : (Object) code;
    }

    /**
     * The space of the live knobs; the others are set at start only.
     *
     * @throws IllegalArgumentException if there are none
     */
    public KnobSpace space() {
        return space(entries.stream()
                .filter(entry -> entry.live().isPresent())
                .map(KnobDefinition::name)
                .toList());
    }
}
