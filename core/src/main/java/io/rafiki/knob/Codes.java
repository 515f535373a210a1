package io.rafiki.knob;

/** Numbers as users write them, and back. */
final class Codes {

    private Codes() {}

    /** The number that the value holds; {@link Double#NaN} if it holds none, which every range refuses. */
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

    /** The number without a needless fraction. */
    static String text(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? Long.toString((long) number)
                : Double.toString(number);
    }
}
