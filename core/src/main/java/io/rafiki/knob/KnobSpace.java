package io.rafiki.knob;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The knobs that are tuned together, in a fixed order, which is the order of the codes of a {@link Configuration}.
 *
 * @param knobs at least one, with different names
 * @param constraints constraints on several knobs together, bound to these knobs
 */
public record KnobSpace(List<Knob> knobs, List<Constraint> constraints) {

    /** @throws IllegalArgumentException if there are no knobs or a name is repeated */
    public KnobSpace {
        knobs = List.copyOf(knobs);
        constraints = List.copyOf(constraints);
        if (knobs.isEmpty() || knobs.stream().map(Knob::name).distinct().count() != knobs.size()) {
            throw new IllegalArgumentException("knob space: expected knobs with different names, found "
                    + knobs.stream().map(Knob::name).toList());
        }
    }

    /** A space without constraints. */
    public KnobSpace(List<Knob> knobs) {
        this(knobs, List.of());
    }

    /** The first constraint that the codes violate; empty if all hold. */
    public Optional<Constraint> broken(double[] codes) {
        return constraints.stream()
                .filter(constraint -> !constraint.holds(codes))
                .findFirst();
    }

    public int size() {
        return knobs.size();
    }

    public Knob knob(int index) {
        return knobs.get(index);
    }

    /** The index of the named knob, or -1. */
    public int indexOf(String name) {
        for (int i = 0; i < knobs.size(); i++) {
            if (knobs.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Every knob at its default. */
    public Configuration defaults() {
        return new Configuration(
                this, knobs.stream().mapToDouble(Knob::defaultCode).toArray());
    }

    /**
     * The default configuration with the given values.
     *
     * @param values knob name to value as a user writes it
     * @throws IllegalArgumentException if a name is unknown or a value is invalid
     */
    public Configuration configuration(Map<String, ?> values) {
        Configuration configuration = defaults();
        for (Map.Entry<String, ?> entry : values.entrySet()) {
            configuration = configuration.with(entry.getKey(), entry.getValue());
        }
        return configuration;
    }

    /** The names, for messages. */
    public String names() {
        return knobs.stream().map(Knob::name).collect(Collectors.joining(", "));
    }
}
