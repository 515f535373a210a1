package io.rafiki.knob;

/**
 * A special value as a name in an expression has it: compared with a name it is its own, in sums it is its number.
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
