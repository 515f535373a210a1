package io.rafiki.trainer.plan;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.RealKnob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A knob of a plan with its range, which is a part of the catalogue's range.
 *
 * @param section the section of the plan file, for messages
 * @param name of the knob
 * @param min minimum; the catalogue's if empty
 * @param max maximum; the catalogue's if empty
 * @param choices values of a categorical knob; the catalogue's if empty
 */
public record KnobRange(
        YamlSection section, String name, Optional<Double> min, Optional<Double> max, List<String> choices) {

    static KnobRange read(YamlSection knobs, String name) throws ConfigException {
        if (!knobs.has(name)) {
            return new KnobRange(knobs, name, Optional.empty(), Optional.empty(), List.of());
        }
        YamlSection range = knobs.section(name);
        range.allow("min", "max", "choices");
        return new KnobRange(
                knobs, name, number(range, "min"), number(range, "max"), range.texts("choices", List.of()));
    }

    /** The knobs with these ranges, in the order of the catalogue and under its constraints. */
    static KnobSpace space(List<KnobRange> ranges, KnobCatalogue catalogue) throws ConfigException {
        Map<String, Knob> narrowed = new HashMap<>();
        for (KnobRange range : ranges) {
            narrowed.put(range.name, range.narrow(catalogue));
        }
        List<Knob> knobs = new ArrayList<>();
        catalogue.names().stream()
                .filter(narrowed::containsKey)
                .map(narrowed::get)
                .forEach(knobs::add);
        return catalogue.constrained(knobs);
    }

    private Knob narrow(KnobCatalogue catalogue) throws ConfigException {
        try {
            Knob knob = catalogue.entry(name).knob();
            if (knob instanceof CategoricalKnob categorical) {
                return narrow(categorical);
            }
            if (!choices.isEmpty()) {
                throw section.refused(name, "expected min and max, found choices.");
            }
            if (knob instanceof IntegerKnob whole) {
                long low = min.map(value -> (long) whole.code(shown(value))).orElse(whole.min());
                long high = max.map(value -> (long) whole.code(shown(value))).orElse(whole.max());
                checkDefault((double) low, (double) high, whole);
                return new IntegerKnob(name, whole.unit(), low, high, whole.special(), whole.defaultCode());
            }
            RealKnob real = (RealKnob) knob;
            double low = min.map(real::code).orElse(real.min());
            double high = max.map(real::code).orElse(real.max());
            checkDefault(low, high, real);
            return new RealKnob(name, real.unit(), low, high, real.defaultCode());
        } catch (IllegalArgumentException refused) {
            throw section.refused(name, refused.getMessage() + ".");
        }
    }

    private Knob narrow(CategoricalKnob knob) throws ConfigException {
        if (min.isPresent() || max.isPresent()) {
            throw section.refused(name, "expected choices, found min or max.");
        }
        if (choices.isEmpty()) {
            return knob;
        }
        for (String choice : choices) {
            knob.code(choice);
        }
        Object usual = knob.value(knob.defaultCode());
        if (!choices.contains(usual)) {
            throw section.refused(name, "expected the default " + usual + " among the choices, found " + choices + ".");
        }
        return new CategoricalKnob(name, choices, choices.indexOf(usual));
    }

    private void checkDefault(double low, double high, Knob knob) throws ConfigException {
        double usual = knob.defaultCode();
        if (knob.isNumber(usual) && (usual < low || usual > high)) {
            throw section.refused(
                    name,
                    "expected a range around the default " + shown(usual) + ", found " + shown(low) + ".." + shown(high)
                            + ". Widen it.");
        }
    }

    /** The number as a user would write it. */
    static String shown(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    private static Optional<Double> number(YamlSection range, String key) throws ConfigException {
        return range.has(key)
                ? Optional.of(range.number(key, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY))
                : Optional.empty();
    }
}
