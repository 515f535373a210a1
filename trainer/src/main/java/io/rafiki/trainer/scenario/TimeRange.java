package io.rafiki.trainer.scenario;

/**
 * A part of a schedule.
 *
 * @param from its first second, counted from the first operation
 * @param to the second after its last; not before {@code from}
 */
public record TimeRange(double from, double to) {

    public double seconds() {
        return to - from;
    }
}
