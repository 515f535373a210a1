package io.rafiki.knob;

import java.util.Set;

/**
 * An exception to a knob's general change cost.
 *
 * @param match which ends of a change must be among the codes
 * @param codes values of the rule
 * @param cost cost of a matching change
 */
public record CostRule(Match match, Set<Double> codes, ChangeCost cost) {

    /** Which ends of a change must be among a rule's values. */
    public enum Match {
        /** The value before or the value after. */
        EITHER,
        /** The value before and the value after. */
        BOTH
    }

    public CostRule {
        codes = Set.copyOf(codes);
    }

    /** Whether the rule applies to the change between two codes. */
    public boolean matches(double from, double to) {
        boolean left = codes.contains(from);
        boolean right = codes.contains(to);
        return match == Match.BOTH ? left && right : left || right;
    }
}
