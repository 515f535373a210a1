package io.rafiki.trainer.analysis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.stream.StreamSupport;

/** The range of a knob in the text of a plan, which must contain further values. */
final class WidenedRange {

    private WidenedRange() {}

    /**
     * Widens a range in place.
     *
     * @param range of a plan; null or empty for the catalogue's range, which is not widened
     * @param values to contain
     */
    static JsonNode of(JsonNode range, Collection<Object> values) {
        if (!(range instanceof ObjectNode widened)) {
            return JsonNodeFactory.instance.objectNode();
        }
        values.forEach(value -> widen(widened, value));
        return widened;
    }

    private static void widen(ObjectNode range, Object value) {
        if (range.get("choices") instanceof ArrayNode choices
                && StreamSupport.stream(choices.spliterator(), false)
                        .noneMatch(choice -> choice.asText().equals(value.toString()))) {
            choices.add(value.toString());
        }
        if (value instanceof Number number) {
            if (range.has("min") && number.doubleValue() < range.get("min").asDouble()) {
                range.putPOJO("min", number);
            }
            if (range.has("max") && number.doubleValue() > range.get("max").asDouble()) {
                range.putPOJO("max", number);
            }
        }
    }
}
