package io.rafiki.surrogate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.RealKnob;
import io.rafiki.knob.SpecialValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A knob space as JSON: what is written and read back is equal. */
final class SpaceFormat {

    private SpaceFormat() {}

    static ArrayNode write(KnobSpace space) {
        ArrayNode knobs = JsonNodeFactory.instance.arrayNode();
        for (Knob knob : space.knobs()) {
            ObjectNode node = knobs.addObject().put("name", knob.name());
            if (knob instanceof CategoricalKnob categorical) {
                node.put("type", "categorical");
                categorical.choices().forEach(node.putArray("choices")::add);
            } else if (knob instanceof IntegerKnob integer) {
                node.put("type", "integer").put("unit", integer.unit());
                node.put("min", integer.min()).put("max", integer.max());
                ObjectNode special = node.putObject("special");
                integer.special().entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                        .forEach(entry -> special.put(entry.getKey(), entry.getValue()));
            } else if (knob instanceof RealKnob real) {
                node.put("type", "real").put("unit", real.unit());
                node.put("min", real.min()).put("max", real.max());
            }
            node.put("default", knob.defaultCode());
        }
        return knobs;
    }

    static ArrayNode constraints(KnobSpace space) {
        ArrayNode constraints = JsonNodeFactory.instance.arrayNode();
        for (Constraint constraint : space.constraints()) {
            ObjectNode node = constraints.addObject();
            node.put("expression", constraint.expression()).put("why", constraint.why());
            ObjectNode given = node.putObject("given");
            constraint.given().forEach((name, value) -> {
                if (value instanceof Double number) {
                    given.put(name, number);
                } else if (value instanceof SpecialValue special) {
                    given.putObject(name).put(special.name(), special.number());
                } else {
                    given.put(name, String.valueOf(value));
                }
            });
        }
        return constraints;
    }

    /** @param constraints none in a bundle from before there were any */
    static KnobSpace read(List<Fields> knobs, List<Fields> constraints) {
        List<Knob> read = new ArrayList<>();
        for (Fields knob : knobs) {
            read.add(knob(knob));
        }
        return new KnobSpace(
                read,
                constraints.stream()
                        .map(constraint -> constraint(constraint, read))
                        .toList());
    }

    private static Constraint constraint(Fields constraint, List<Knob> knobs) {
        Fields given = constraint.object("given");
        Map<String, Object> values = new HashMap<>();
        for (String name : given.names()) {
            values.put(name, given(given, name));
        }
        String expression = constraint.text("expression");
        String why = constraint.text("why");
        try {
            return Constraint.parse(expression, why, knobs, values);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(constraint.path() + ": " + refused.getMessage(), refused);
        }
    }

    private static Object given(Fields given, String name) {
        JsonNode value = given.node().path(name);
        if (!value.isObject()) {
            return value.isTextual() ? given.text(name) : (Object) given.number(name);
        }
        Fields special = given.object(name);
        if (special.names().size() != 1) {
            throw given.unexpected(
                    name, "one name with its number", special.names().toString());
        }
        String word = special.names().iterator().next();
        return new SpecialValue(word, special.number(word));
    }

    private static Knob knob(Fields knob) {
        String name = knob.text("name");
        double defaultCode = knob.number("default");
        String type = knob.text("type");
        return switch (type) {
            case "categorical" -> new CategoricalKnob(name, knob.texts("choices"), defaultCode);
            case "integer" ->
                new IntegerKnob(
                        name,
                        knob.text("unit"),
                        knob.integer("min"),
                        knob.integer("max"),
                        special(knob.object("special")),
                        defaultCode);
            case "real" -> new RealKnob(name, knob.text("unit"), knob.number("min"), knob.number("max"), defaultCode);
            default -> throw knob.unexpected("type", "categorical, integer or real", type);
        };
    }

    private static Map<String, Long> special(Fields special) {
        Map<String, Long> values = new HashMap<>();
        special.names().forEach(name -> values.put(name, special.integer(name)));
        return values;
    }
}
