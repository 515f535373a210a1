package io.rafiki.trainer.screening;

import java.util.List;

/**
 * The result of a screening for one knob.
 *
 * @param name name of the knob
 * @param live whether it can be set on a running node; otherwise it is set at start only
 * @param alone one entry per workload; empty if the knob did not vary alone
 * @param effects effects in the two-level design; empty without one
 * @param beforeDrop whether it ranks before the drop
 */
public record KnobResult(
        String name, boolean live, List<KnobAnova> alone, List<MainEffect> effects, boolean beforeDrop) {

    /** Significance level after adjustment. */
    public static final double LEVEL = 0.05;

    public KnobResult {
        alone = List.copyOf(alone);
        effects = List.copyOf(effects);
    }

    KnobResult ranked(boolean isBeforeDrop) {
        return new KnobResult(name, live, alone, effects, isBeforeDrop);
    }

    /** The ranking score: the greatest relative standard deviation of its values' means at any read ratio. */
    public double score() {
        return alone.stream().mapToDouble(KnobAnova::share).max().orElse(0);
    }

    /** Whether the knob was varied alone. */
    public boolean isMeasured() {
        return alone.stream().anyMatch(KnobAnova::isMeasured);
    }

    boolean mattersAlone() {
        return alone.stream().anyMatch(found -> found.adjusted() < LEVEL);
    }

    boolean mattersAmongOthers() {
        return effects.stream().anyMatch(found -> found.adjusted() < LEVEL);
    }

    /** Whether it is a key knob: before the drop and significant, or with a significant effect in the two-level design. */
    public boolean isKey() {
        return (beforeDrop && mattersAlone()) || mattersAmongOthers();
    }

    /** The reason why it is a key knob or not, in a few words. */
    public String reason() {
        if (beforeDrop && mattersAlone()) {
            return mattersAmongOthers() ? "alone and among others" : "alone";
        }
        if (mattersAmongOthers()) {
            return "among others";
        }
        if (!isMeasured()) {
            return effects.isEmpty() ? "not measured" : "no";
        }
        return beforeDrop ? "no: chance" : mattersAlone() ? "no: small" : "no";
    }
}
