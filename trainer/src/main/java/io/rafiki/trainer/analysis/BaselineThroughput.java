package io.rafiki.trainer.analysis;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.commons.math3.stat.StatUtils;

/**
 * What the default configuration yields over read ratios: its trials' means, and between and beyond them straight lines through their
 * logarithms.
 *
 * @param means of the default's trials, in operations per second, by read ratio; at least one
 */
record BaselineThroughput(NavigableMap<Double, Double> means) {

    static BaselineThroughput of(TrialData measured) {
        NavigableMap<Double, Double> means = new TreeMap<>();
        measured.defaults().forEach((ratio, trials) -> means.put(ratio, StatUtils.mean(TrialData.means(trials))));
        return new BaselineThroughput(means);
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
