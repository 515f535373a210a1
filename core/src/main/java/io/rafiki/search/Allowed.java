package io.rafiki.search;

import io.rafiki.knob.Constraint;
import java.util.List;

/** What the constraints of a search leave. */
final class Allowed {

    private final Constraint[] constraints;

    Allowed(List<Constraint> constraints) {
        this.constraints = constraints.toArray(Constraint[]::new);
    }

    /** Whether there is nothing that is not allowed. */
    boolean everything() {
        return constraints.length == 0;
    }

    /** Whether all constraints hold for the row of codes that begins at the index. */
    boolean holds(double[] codes, int at) {
        for (Constraint constraint : constraints) {
            if (!constraint.holds(codes, at)) {
                return false;
            }
        }
        return true;
    }

    /** By how much constraints are broken, summed up; 0 if none is. */
    double shortfall(double[] codes, int at) {
        double sum = 0;
        for (Constraint constraint : constraints) {
            sum += constraint.shortfall(codes, at);
        }
        return sum;
    }
}
