package io.rafiki.trainer.scenario;

/**
 * A part of a schedule with one read ratio.
 *
 * @param from its first second, counted from the first operation
 * @param to the second after its last
 * @param readRatio share of reads among the clients' operations
 */
public record Phase(double from, double to, double readRatio) {

    /** @throws IllegalArgumentException if it has no length or the ratio is none */
    public Phase {
        if (!(to > from && from >= 0 && readRatio >= 0 && readRatio <= 1)) {
            throw new IllegalArgumentException("schedule: expected a length above 0 and a read ratio 0..1, found "
                    + from + ".." + to + " s at " + readRatio);
        }
    }

    public double seconds() {
        return to - from;
    }
}
