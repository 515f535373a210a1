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

    /**
     * The gain over the predictions of the same networks for another configuration.
     *
     * <p>The deviation is that of the members' differences, because their common error cancels out. A gain over a prediction that is not
     * positive is not a number.
     *
     * @param scale deviation of the mean from the truth, in spreads over the networks
     */
    public RelativeGain gainOver(MemberPredictions other, double scale) {
        double base = other.combined > 0 ? other.combined : Double.NaN;
        double mean = (combined - base) / base;
        double sum = 0;
        for (int m = 0; m < members.size(); m++) {
            double error = (members.get(m) - other.members.get(m)) / base - mean;
            sum += error * error;
        }
        return new RelativeGain(mean, members.size() < 2 ? 0 : scale * Math.sqrt(sum / (members.size() - 1)));
    }

    private static double difference(double one, double other) {
        if (!Double.isFinite(one) || !Double.isFinite(other)) {
            return Double.POSITIVE_INFINITY;
        }
        return one == other ? 0 : Math.abs(one - other) / Math.max(Math.abs(one), Math.abs(other));
    }
}
