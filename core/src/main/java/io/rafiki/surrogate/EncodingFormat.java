package io.rafiki.surrogate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.rafiki.knob.KnobSpace;
import java.util.ArrayList;
import java.util.List;

/** An encoding as JSON, input by input, so that a bundle stays readable when the rule for new models changes. */
final class EncodingFormat {

    private EncodingFormat() {}

    static ArrayNode write(Encoding encoding, KnobSpace space) {
        ArrayNode nodes = JsonNodeFactory.instance.arrayNode();
        for (Input input : encoding.inputs()) {
            if (input instanceof Input.Numeric numeric) {
                nodes.addObject()
                        .put("input", "number")
                        .put("knob", space.knob(numeric.knob()).name())
                        .put("scale", numeric.logarithmic() ? "log" : "linear")
                        .put("min", numeric.min())
                        .put("max", numeric.max());
            } else if (input instanceof Input.Indicator indicator) {
                nodes.addObject()
                        .put("input", "indicator")
                        .put("knob", space.knob(indicator.knob()).name())
                        .put(
                                "value",
                                String.valueOf(space.knob(indicator.knob()).value(indicator.code())));
            } else {
                nodes.addObject().put("input", "readRatio");
            }
        }
        return nodes;
    }

    static Encoding read(List<Fields> inputs, KnobSpace space) {
        List<Input> read = new ArrayList<>();
        for (Fields input : inputs) {
            String type = input.text("input");
            switch (type) {
                case "readRatio" -> read.add(new Input.ReadRatio());
                case "number" ->
                    read.add(new Input.Numeric(
                            knob(input, space), scale(input), input.number("min"), input.number("max")));
                case "indicator" -> {
                    int knob = knob(input, space);
                    read.add(new Input.Indicator(knob, space.knob(knob).code(input.text("value"))));
                }
                default -> throw input.unexpected("input", "readRatio, number or indicator", type);
            }
        }
        return new Encoding(read, space.size());
    }

    private static int knob(Fields input, KnobSpace space) {
        int knob = space.indexOf(input.text("knob"));
        if (knob < 0) {
            throw input.unexpected("knob", "one of " + space.names(), input.text("knob"));
        }
        return knob;
    }

    private static boolean scale(Fields input) {
        return switch (input.text("scale")) {
            case "log" -> true;
            case "linear" -> false;
            default -> throw input.unexpected("scale", "log or linear", input.text("scale"));
        };
    }
}
