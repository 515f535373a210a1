package io.rafiki.search;

import io.rafiki.knob.Constraint;
import java.util.List;

/** The feasible set: the configurations that satisfy all constraints of a search. */
final class FeasibleSet {

    private final Constraint[] constraints;

    FeasibleSet(List<Constraint> constraints) {
        this.constraints = constraints.toArray(Constraint[]::new);
    }

    /** Whether every configuration is feasible. */
    boolean everything() {
        return constraints.length == 0;
    }

    /** Whether the row of codes that starts at the index satisfies all constraints. */
    boolean holds(double[] codes, int at) {
        for (Constraint constraint : constraints) {
            if (!constraint.holds(codes, at)) {
                return false;
            }
        }
        return true;
    }

    /** The sum of all constraint violations; 0 for a feasible row. */
    double violation(double[] codes, int at) {
        double sum = 0;
        for (Constraint constraint : constraints) {
            sum += constraint.violation(codes, at);
        }
        return sum;
    }
}
