package io.rafiki.surrogate;

import java.util.List;

/**
 * The predictions of an ensemble for one workload and one configuration, by one evaluator.
 *
 * @param members prediction of each network, in the metric's unit
 * @param combined prediction of the ensemble, in the metric's unit
 */
public record MemberPredictions(List<Double> members, double combined) {

    public MemberPredictions {
        members = List.copyOf(members);
    }

    /** The greatest relative difference to another evaluator; infinite if a number is not finite or the ensembles differ in size. */
    public double largestDifference(MemberPredictions other) {
        if (members.size() != other.members.size()) {
            return Double.POSITIVE_INFINITY;
        }
        double largest = difference(combined, other.combined);
        for (int m = 0; m < members.size(); m++) {
            largest = Math.max(largest, difference(members.get(m), other.members.get(m)));
        }
        return largest;
    }

    private static double difference(double one, double other) {
        if (!Double.isFinite(one) || !Double.isFinite(other)) {
            return Double.POSITIVE_INFINITY;
        }
        return one == other ? 0 : Math.abs(one - other) / Math.max(Math.abs(one), Math.abs(other));
    }
}
