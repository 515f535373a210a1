package io.rafiki.model;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.EncodedInput;
import io.rafiki.workload.WorkloadSensors;
import java.util.Locale;

/** One input of the networks in a manifest. It is complete, so that bundles stay readable when the rule for new models changes. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "input")
@JsonSubTypes({
    @JsonSubTypes.Type(value = InputJson.Feature.class, name = "feature"),
    @JsonSubTypes.Type(value = InputJson.NumberInput.class, name = "number"),
    @JsonSubTypes.Type(value = InputJson.Indicator.class, name = "indicator")
})
sealed interface InputJson {

    /** The quantity that is scaled to -1..1: the number or its logarithm. */
    enum Scale {
        LINEAR,
        LOG;

        static Scale of(boolean logarithmic) {
            return logarithmic ? LOG : LINEAR;
        }

        @JsonValue
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A feature of the workload. */
    record Feature(String feature, Scale scale, double min, double max) implements InputJson {

        public Feature {
            WorkloadSensors.feature(feature);
            checkRange(scale, min, max);
        }

        @Override
        public EncodedInput in(KnobSpace space) {
            return new EncodedInput.Feature(WorkloadSensors.feature(feature), scale == Scale.LOG, min, max);
        }
    }

    /** A knob's number. */
    record NumberInput(String knob, Scale scale, double min, double max) implements InputJson {

        public NumberInput {
            checkRange(scale, min, max);
        }

        @Override
        public EncodedInput in(KnobSpace space) {
            return new EncodedInput.Numeric(index(knob, space), scale == Scale.LOG, min, max);
        }
    }

    /** Whether a knob has a value. */
    record Indicator(String knob, String value) implements InputJson {

        @Override
        public EncodedInput in(KnobSpace space) {
            int index = index(knob, space);
            return new EncodedInput.Indicator(index, space.knob(index).code(value));
        }
    }

    /**
     * The input in terms of the space.
     *
     * @throws IllegalArgumentException with one line if the space lacks the knob or its value
     */
    EncodedInput in(KnobSpace space);

    static InputJson of(EncodedInput input, KnobSpace space) {
        if (input instanceof EncodedInput.Numeric number) {
            return new NumberInput(
                    space.knob(number.knob()).name(), Scale.of(number.logarithmic()), number.min(), number.max());
        }
        if (input instanceof EncodedInput.Indicator indicator) {
            return new Indicator(
                    space.knob(indicator.knob()).name(),
                    String.valueOf(space.knob(indicator.knob()).value(indicator.code())));
        }
        EncodedInput.Feature feature = (EncodedInput.Feature) input;
        return new Feature(feature.feature().name(), Scale.of(feature.logarithmic()), feature.min(), feature.max());
    }

    private static int index(String knob, KnobSpace space) {
        int index = space.indexOf(knob);
        if (index < 0) {
            throw new IllegalArgumentException("expected a knob among " + space.names() + ", found " + knob);
        }
        return index;
    }

    private static void checkRange(Scale scale, double min, double max) {
        if (!(min <= max) || Double.isInfinite(max - min) || (scale == Scale.LOG && !(min > 0))) {
            throw new IllegalArgumentException(
                    "expected a finite range" + (scale == Scale.LOG ? " above 0" : "") + ", found " + min + ".." + max);
        }
    }
}
