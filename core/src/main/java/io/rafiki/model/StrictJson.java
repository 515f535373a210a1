package io.rafiki.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.ConstraintDefinition;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.RealKnob;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Binds the JSON of a bundle to records. A missing, unknown or duplicate field, a wrong type, or a value that its record rejects causes an
 * {@link IllegalArgumentException}. Its message is one line that starts with the field's path.
 */
final class StrictJson {

    private static final int SHOWN_CHARACTERS = 60;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .defaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.FAIL, Nulls.FAIL))
            .withCoercionConfig(LogicalType.Textual, texts -> List.of(
                            CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean)
                    .forEach(shape -> texts.setCoercion(shape, CoercionAction.Fail)))
            .annotationIntrospector(new AllRequired())
            .addMixIn(Knob.class, KnobType.class)
            .addMixIn(IntegerKnob.class, SortedSpecials.class)
            .addMixIn(ConstraintDefinition.class, SortedExceptions.class)
            .build();

    private StrictJson() {}

    /** Requires every field, unless its annotation defines the meaning of null. */
    private static final class AllRequired extends JacksonAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        @Override
        public Boolean hasRequiredMarker(AnnotatedMember member) {
            return !member.hasAnnotation(JsonSetter.class);
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = CategoricalKnob.class, name = "categorical"),
        @JsonSubTypes.Type(value = IntegerKnob.class, name = "integer"),
        @JsonSubTypes.Type(value = RealKnob.class, name = "real")
    })
    private interface KnobType {}

    @SuppressWarnings("UnusedMethod") // Jackson reads the annotation
    private interface SortedSpecials {
        @JsonFormat(with = JsonFormat.Feature.WRITE_SORTED_MAP_ENTRIES)
        Map<String, Long> special();
    }

    @SuppressWarnings("UnusedMethod") // Jackson reads the annotation
    private interface SortedExceptions {
        @JsonFormat(with = JsonFormat.Feature.WRITE_SORTED_MAP_ENTRIES)
        Map<String, List<String>> except();
    }

    /** The same bytes for equal records. */
    static byte[] write(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** @throws IllegalArgumentException with one line if the JSON is not exactly one value of the type */
    static <T> T read(byte[] json, Class<T> type) {
        try {
            T value = MAPPER.readValue(json, type);
            if (value == null) {
                throw new IllegalArgumentException("expected an object, found null");
            }
            return value;
        } catch (JsonMappingException refused) {
            throw new IllegalArgumentException(message(refused, json), refused);
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(
                    "expected JSON, found " + malformed.getOriginalMessage() + " at "
                            + malformed.getLocation().offsetDescription(),
                    malformed);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A whole number of an object whose other fields are unknown; empty if there is none. */
    static OptionalLong wholeNumber(byte[] json, String field) {
        try {
            JsonNode value = new ObjectMapper().readTree(json).path(field);
            return value.isIntegralNumber() ? OptionalLong.of(value.asLong()) : OptionalLong.empty();
        } catch (IOException malformed) {
            return OptionalLong.empty();
        }
    }

    private static String message(JsonMappingException refused, byte[] json) {
        String path = path(refused);
        String prefix = path.isEmpty() ? "" : path + ": ";
        if (refused instanceof UnrecognizedPropertyException unknown) {
            return prefix + "expected one of "
                    + unknown.getKnownPropertyIds().stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(", "))
                    + ", found an unknown field";
        }
        if (refused instanceof ValueInstantiationException && refused.getCause() != null) {
            return prefix + refused.getCause().getMessage();
        }
        if (refused instanceof InvalidTypeIdException) {
            return prefix + oneLine(refused.getOriginalMessage());
        }
        if (refused instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            return prefix + "expected " + expected(mismatch.getTargetType()) + ", found " + found(refused, json);
        }
        return prefix + oneLine(refused.getOriginalMessage());
    }

    /** {@code metrics.throughput.members[2].sha256}. */
    private static String path(JsonMappingException refused) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference reference : refused.getPath()) {
            if (reference.getFieldName() == null) {
                path.append('[').append(reference.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(reference.getFieldName());
            }
        }
        return path.toString();
    }

    private static String expected(Class<?> type) {
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(constant -> MAPPER.convertValue(constant, String.class))
                            .collect(Collectors.joining(", "));
        }
        if (type == int.class || type == long.class || type == Long.class || type == Integer.class) {
            return "a whole number";
        }
        if (type == double.class || type == Double.class) {
            return "a number";
        }
        if (type == boolean.class) {
            return "true or false";
        }
        return type == String.class ? "a text" : Collection.class.isAssignableFrom(type) ? "a list" : "an object";
    }

    private static String found(JsonMappingException refused, byte[] json) {
        try {
            JsonNode node = new ObjectMapper().readTree(json);
            for (JsonMappingException.Reference reference : refused.getPath()) {
                node = reference.getFieldName() == null
                        ? node.path(reference.getIndex())
                        : node.path(reference.getFieldName());
            }
            if (node.isContainerNode() && refused instanceof InvalidFormatException key) {
                return String.valueOf(key.getValue());
            }
            String text = node.toString();
            return node.isMissingNode()
                    ? "nothing"
                    : text.length() > SHOWN_CHARACTERS ? text.substring(0, SHOWN_CHARACTERS) + "..." : text;
        } catch (IOException malformed) {
            return "malformed JSON";
        }
    }

    private static String oneLine(String text) {
        return text.lines().findFirst().orElse("").strip();
    }
}
