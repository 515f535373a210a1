package io.rafiki.node;

import io.rafiki.knob.KnobEntry;
import io.rafiki.knob.Live;
import io.rafiki.knob.RealKnob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A knob of the whole node that is a number in one attribute, or in several that hold the same. */
final class NumberKnob implements NodeKnob {

    /** A float that went through a double differs by less; no knob's steps are that small. */
    private static final double TOLERANCE = 1e-6;

    private final MBeans beans;
    private final KnobEntry entry;
    private final Live live;

    NumberKnob(MBeans beans, KnobEntry entry, Live live) {
        this.beans = beans;
        this.entry = entry;
        this.live = live;
    }

    @Override
    public Reading read(List<TableName> tables) throws NodeException {
        double code = present();
        double nearest = entry.knob().repair(code);
        try {
            return new Reading(entry.name(), code, String.valueOf(entry.knob().value(code)), Optional.empty());
        } catch (IllegalArgumentException outside) {
            return new Reading(entry.name(), nearest, text(code), Optional.of(outside.getMessage()));
        }
    }

    @Override
    public void write(double code, List<TableName> tables) throws NodeException {
        double before = present();
        List<String> order = new ArrayList<>(live.attributes());
        if (code < before) {
            Collections.reverse(order);
        }
        for (String attribute : order) {
            beans.set(live.object(), attribute, number(code));
        }
        for (String attribute : order) {
            double after = code(beans.get(live.object(), attribute));
            if (Math.abs(after - code) > TOLERANCE * Math.max(1, Math.abs(code))) {
                throw new NodeException("wrote " + text(code) + ", but the node says " + text(after) + " in "
                        + live.object() + " " + attribute);
            }
        }
    }

    private double present() throws NodeException {
        return code(beans.get(live.object(), live.attributes().get(0)));
    }

    private double code(Object value) throws NodeException {
        if (!(value instanceof Number number)) {
            throw new NodeException("expected a number in " + live.object() + " "
                    + live.attributes().get(0) + ", found " + value);
        }
        for (Map.Entry<String, Long> special : live.special().entrySet()) {
            if (special.getValue() == number.doubleValue()) {
                return entry.knob().code(special.getKey());
            }
        }
        // Six decimals: what is left of a float behind them is not the user's
        return entry.knob() instanceof RealKnob ? Math.rint(number.doubleValue() * 1e6) / 1e6 : number.doubleValue();
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
