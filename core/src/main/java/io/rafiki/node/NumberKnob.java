package io.rafiki.node;

import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.LiveBinding;
import io.rafiki.knob.RealKnob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A node-wide numeric knob in one attribute, or in several attributes with the same value. */
final class NumberKnob implements NodeKnob {

    /** Larger than the rounding of a float, smaller than any knob's step. */
    private static final double TOLERANCE = 1e-6;

    private final MBeans beans;
    private final KnobDefinition entry;
    private final LiveBinding live;

    NumberKnob(MBeans beans, KnobDefinition entry, LiveBinding live) {
        this.beans = beans;
        this.entry = entry;
        this.live = live;
    }

    @Override
    public KnobValue read(List<TableName> tables) throws NodeException {
        double code = present();
        double nearest = entry.knob().repair(code);
        try {
            return new KnobValue(entry.name(), code, String.valueOf(entry.knob().value(code)), Optional.empty());
        } catch (IllegalArgumentException outside) {
            return new KnobValue(
                    entry.name(),
                    nearest,
                    text(code),
                    Optional.of(new NodeFailure.ValueNotAllowed(outside.getMessage())));
        }
    }

    @Override
    public void write(OptionalDouble expected, double code, List<TableName> tables) throws NodeException {
        double before = present();
        if (expected.isPresent() && !isNear(before, expected.getAsDouble())) {
            throw new NodeException(new NodeFailure.ValueChanged(
                    entry.name(),
                    "",
                    String.valueOf(entry.knob().value(expected.getAsDouble())),
                    read(tables).found()));
        }
        List<String> order = new ArrayList<>(live.attributes());
        if (code < before) {
            Collections.reverse(order);
        }
        for (String attribute : order) {
            beans.set(live.object(), attribute, number(code));
        }
        for (String attribute : order) {
            double after = code(beans.get(live.object(), attribute));
            if (!isNear(after, code)) {
                throw new NodeException(
                        new NodeFailure.ReadBackDiffers(live.object() + " " + attribute, text(code), text(after)));
            }
        }
    }

    private static boolean isNear(double found, double code) {
        return Math.abs(found - code) <= TOLERANCE * Math.max(1, Math.abs(code));
    }

    /** The exact value; the first attribute's value on a node without the exact one. */
    private double present() throws NodeException {
        Optional<Object> exact = live.exact().isPresent()
                ? beans.find(live.object(), live.exact().get())
                : Optional.empty();
        return code(
                exact.isPresent()
                        ? exact.get()
                        : beans.get(live.object(), live.attributes().get(0)));
    }

    private double code(Object value) throws NodeException {
        if (!(value instanceof Number number)) {
            throw new NodeException(new NodeFailure.NotNumeric(
                    live.object() + " " + live.attributes().get(0), String.valueOf(value)));
        }
        for (Map.Entry<String, Long> special : live.special().entrySet()) {
            if (special.getValue() == number.doubleValue()) {
                return entry.knob().code(special.getKey());
            }
        }
        return entry.knob() instanceof RealKnob ? RealKnob.rounded(number.doubleValue()) : number.doubleValue();
    }

    private Object number(double code) {
        double number = Double.parseDouble(entry.liveNumber(code));
        return switch (live.type()) {
            case INT -> (Object) (int) number;
            case LONG -> (Object) (long) number;
            case DOUBLE, JSON -> (Object) number;
        };
    }

    private static String text(double number) {
        return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
    }
}
