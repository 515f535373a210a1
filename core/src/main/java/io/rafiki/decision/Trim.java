package io.rafiki.decision;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.RealKnob;
import io.rafiki.surrogate.Gain;
import io.rafiki.surrogate.Surrogate;

/**
 * Takes back the moves of a found configuration that do not pay: a search that maximises moves knobs that hardly matter, and every
 * knob that moves is one more for a human to understand.
 */
public final class Trim {

    /** Gain that one more moved knob must bring, as a share. */
    private static final double WORTH = 0.002;

    private Trim() {}

    /**
     * The found configuration with every knob back at its present value whose move adds less than 0.2 % to the lower bound of the
     * gain, given the other moves. Knobs are tried in the order of the space; real values come with three decimals, for people and
     * for nodes that keep them as a float.
     */
    public static Configuration toWhatPays(
            Surrogate surrogate, double readRatio, Configuration now, Configuration found, double kappa) {
        double allowance = surrogate.gain(readRatio, now, found).lowerBound(kappa);
        Configuration trimmed = rounded(now, found);
        for (int i = 0; i < now.space().size(); i++) {
            if (trimmed.code(i) != now.code(i)) {
                double[] codes = trimmed.codes();
                codes[i] = now.code(i);
                Configuration fewer = new Configuration(now.space(), codes);
                Gain gain = surrogate.gain(readRatio, now, fewer);
                if (gain.lowerBound(kappa) >= allowance - WORTH) {
                    trimmed = fewer;
                    allowance = Math.max(allowance - WORTH, gain.lowerBound(kappa));
                }
            }
        }
        return trimmed;
    }

    private static Configuration rounded(Configuration now, Configuration found) {
        double[] codes = found.codes();
        for (int i = 0; i < codes.length; i++) {
            if (codes[i] != now.code(i) && found.space().knob(i) instanceof RealKnob knob) {
                codes[i] = knob.repair(Math.rint(codes[i] * 1_000) / 1_000);
            }
        }
        return new Configuration(found.space(), codes);
    }
}
