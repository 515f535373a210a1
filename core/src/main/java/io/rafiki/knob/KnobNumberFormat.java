package io.rafiki.knob;

/** Converts between codes and numbers as users write them. */
final class KnobNumberFormat {

    private KnobNumberFormat() {}

    /** The number in the value; {@link Double#NaN} without one, which every range rejects. */
    static double number(Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        try {
            return Double.parseDouble(String.valueOf(value));
        } catch (NumberFormatException notANumber) {
            return Double.NaN;
        }
    }

    /** The number without an unnecessary fraction. */
    static String text(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? Long.toString((long) number)
                : Double.toString(number);
    }
}
