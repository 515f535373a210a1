package io.rafiki.knob;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** A value for every knob of a space. Immutable; equality compares space and values. */
public final class Configuration {

    private final KnobSpace space;
    private final double[] codes;

    /**
     * @param codes one code per knob, in the order of the space; copied
     * @throws IllegalArgumentException if their number is wrong or a code is invalid
     */
    public Configuration(KnobSpace space, double[] codes) {
        if (codes.length != space.size()) {
            throw new IllegalArgumentException(
                    "configuration: expected " + space.size() + " codes, found " + codes.length);
        }
        for (int i = 0; i < codes.length; i++) {
            space.knob(i).value(codes[i]);
        }
        this.space = space;
        this.codes = codes.clone();
    }

    public KnobSpace space() {
        return space;
    }

    /** The codes in the order of the space; a copy. */
    public double[] codes() {
        return codes.clone();
    }

    public double code(int index) {
        return codes[index];
    }

    /**
     * The value of the named knob, as a user writes it.
     *
     * @throws IllegalArgumentException if the knob is unknown
     */
    public Object get(String name) {
        int index = index(name);
        return space.knob(index).value(codes[index]);
    }

    /**
     * A copy with one changed value.
     *
     * @throws IllegalArgumentException if the knob is unknown or the value is invalid
     */
    public Configuration with(String name, Object value) {
        int index = index(name);
        double[] changed = codes.clone();
        changed[index] = space.knob(index).code(value);
        return new Configuration(space, changed);
    }

    /** Knob name to value, in the order of the space. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < codes.length; i++) {
            map.put(space.knob(i).name(), space.knob(i).value(codes[i]));
        }
        return map;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Configuration that && space.equals(that.space) && Arrays.equals(codes, that.codes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(codes);
    }

    /** {@code name=value, ...} in the order of the space. */
    @Override
    public String toString() {
        return NamedValues.text(toMap());
    }

    /** The same for knobs that differ from their default; {@code default} without differences. */
    public String differencesFromDefaults() {
        return NamedValues.text(NamedValues.differingFrom(space.defaults().toMap(), toMap()));
    }

    private int index(String name) {
        int index = space.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException("unknown knob " + name + ": expected one of " + space.names());
        }
        return index;
    }
}
