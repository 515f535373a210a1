package io.rafiki.trainer.plan;

import java.util.Random;
import org.apache.commons.math3.random.SobolSequenceGenerator;

/**
 * Points of a Sobol sequence in the unit cube, scrambled by a random digital shift.
 *
 * <p>The shift is the exclusive or of each coordinate's first 32 bits with random bits. It keeps the even spread, avoids the cube's corner, and differs between seeds (Lemieux 2009, §6.2.1).
 */
final class ScrambledSobol {

    private static final double SCALE = 0x1p32;

    private final SobolSequenceGenerator sobol;
    private final long[] shift;

    ScrambledSobol(int dimensions, long seed) {
        this.sobol = new SobolSequenceGenerator(dimensions);
        this.shift = new Random(seed).longs(dimensions, 0, 1L << 32).toArray();
    }

    /** The next point; each coordinate in [0, 1). */
    double[] next() {
        double[] point = sobol.nextVector();
        for (int i = 0; i < point.length; i++) {
            point[i] = ((long) (point[i] * SCALE) ^ shift[i]) / SCALE;
        }
        return point;
    }
}
