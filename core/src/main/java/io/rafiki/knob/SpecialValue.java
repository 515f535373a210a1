package io.rafiki.knob;

/**
 * The special value of a knob that is not tuned, in a constraint: an exception compares its name, a sum adds its number.
 *
 * @param name such as {@code off}
 * @param number that stands for it
 */
public record SpecialValue(String name, double number) {

    @Override
    public String toString() {
        return name;
    }
}
