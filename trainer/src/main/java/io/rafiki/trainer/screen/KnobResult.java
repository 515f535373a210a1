package io.rafiki.trainer.screen;

import java.util.List;

/**
 * What a screening found out about one knob.
 *
 * @param name of the knob
 * @param live whether a running node can be given it; if not, it is set at start only
 * @param alone one entry for each read ratio
 * @param effects the same of the two-level design; empty if there is none
 * @param beforeDrop whether it ranks before the drop
 */
record KnobResult(String name, boolean live, List<Alone> alone, List<Effect> effects, boolean beforeDrop) {

    /** A finding counts if chance alone would bring it less often than this, among all that were looked at. */
    static final double LEVEL = 0.05;

    KnobResult {
        alone = List.copyOf(alone);
        effects = List.copyOf(effects);
    }

    KnobResult ranked(boolean isBeforeDrop) {
        return new KnobResult(name, live, alone, effects, isBeforeDrop);
    }

    /** What it is ranked by: the greatest share by which its values' means deviate, at any read ratio. */
    double score() {
        return alone.stream().mapToDouble(Alone::share).max().orElse(0);
    }

    /** Whether anything was varied of it alone. */
    boolean isMeasured() {
        return alone.stream().anyMatch(Alone::isMeasured);
    }

    boolean mattersAlone() {
        return alone.stream().anyMatch(found -> found.adjusted() < LEVEL);
    }

    boolean mattersAmongOthers() {
        return effects.stream().anyMatch(found -> found.adjusted() < LEVEL);
    }

    /** Whether it belongs into a campaign: before the drop and no chance finding, or with an effect when all others vary. */
    boolean isKey() {
        return (beforeDrop && mattersAlone()) || mattersAmongOthers();
    }

    /** Why it is a key knob, or why not, in a few words. */
    String reason() {
        if (beforeDrop && mattersAlone()) {
            return mattersAmongOthers() ? "alone and among others" : "alone";
        }
        if (mattersAmongOthers()) {
            return "among others";
        }
        if (!isMeasured()) {
            return "not measured";
        }
        return beforeDrop ? "no: chance" : mattersAlone() ? "no: small" : "no";
    }
}
