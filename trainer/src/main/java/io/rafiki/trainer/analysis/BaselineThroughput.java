package io.rafiki.trainer.analysis;

import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The baseline's throughput as a function of the read ratio: the means of its trials, with linear interpolation and extrapolation of the
 * logarithms.
 *
 * @param means means of the baseline's trials, in operations per second, by read ratio; at least one
 */
record BaselineThroughput(NavigableMap<Double, Double> means) {

    /** The throughput in the baseline's trials that differ from a workload only in the read ratio. */
    static BaselineThroughput near(Workload workload, TrialData measured) {
        NavigableMap<Double, Double> means = new TreeMap<>();
        measured.defaults().forEach((other, trials) -> {
            if (differsOnlyInReads(workload, other)) {
                means.put(other.readRatio(), StatUtils.mean(TrialData.means(trials)));
            }
        });
        return new BaselineThroughput(means);
    }

    static boolean differsOnlyInReads(Workload one, Workload other) {
        return one.without(WorkloadFeature.READ_RATIO).equals(other.without(WorkloadFeature.READ_RATIO));
    }

    /** Operations per second. */
    double at(double readRatio) {
        if (means.size() == 1) {
            return means.firstEntry().getValue();
        }
        Map.Entry<Double, Double> low = means.floorEntry(readRatio);
        if (low == null) {
            low = means.firstEntry();
        } else if (low.equals(means.lastEntry())) {
            low = means.lowerEntry(low.getKey());
        }
        Map.Entry<Double, Double> high = means.higherEntry(low.getKey());
        double way = (readRatio - low.getKey()) / (high.getKey() - low.getKey());
        return low.getValue() * Math.pow(high.getValue() / low.getValue(), way);
    }
}
