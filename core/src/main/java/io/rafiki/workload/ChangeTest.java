package io.rafiki.workload;

import java.util.List;

/**
 * Tells a change of the read ratio from noise: a two-sample test of proportions against a minimum effect.
 *
 * <p>Two ratios differ when {@code |p1 - p0| > minChange + z sqrt(v0 + v1)}, where {@code v} is the quasi-binomial variance of
 * each ratio: about itself or about the ratio of both together, whichever is greater. A plain test of equality is useless here: at
 * 10,000 operations a second any two windows differ "significantly".
 * With {@code z = 4} a load whose ratio is steady, or moves by less than {@code minChange}, fires at most once in 15,000 windows
 * however few or many the operations are; a step of {@code minChange + 2 z sqrt(v0 + v1)} is seen in the first full window.
 *
 * @param minChange the smallest difference that matters, as a share of operations (0.05 = five points)
 * @param z standard deviations of sampling noise that are put on top
 */
public record ChangeTest(double minChange, double z) {

    /** A difference of five points matters; false alarms at most once in 15,000 windows. */
    public static final ChangeTest STANDARD = new ChangeTest(0.05, 4);

    /** @throws IllegalArgumentException if a bound makes no sense */
    public ChangeTest {
        if (!(minChange >= 0 && minChange < 1) || !(z >= 0)) {
            throw new IllegalArgumentException(
                    "change test: expected minChange 0..1 and z >= 0, found minChange=" + minChange + " z=" + z);
        }
    }

    /** Whether the two windows' read ratios differ; false if one has no operations. */
    public boolean differs(Window before, Window now) {
        return differs(Proportion.of(before), Proportion.of(now));
    }

    /** The difference of the read ratios that must be exceeded for these two windows. */
    public double margin(Window before, Window now) {
        return margin(Proportion.of(before), Proportion.of(now));
    }

    /**
     * Where the read ratio moved within the slices: the index of the first slice after the most telling split, or -1.
     *
     * <p>The slice amid which it moved belongs to neither side: among a few slices it alone would look like a load that flickers.
     *
     * <p>The scatter of the slices about their own side's ratio is used, so that a load that flickers evenly is not a shift. Time O(n^2).
     */
    int shift(List<Slice> slices) {
        int found = -1;
        double most = 0;
        for (int split = 1; split < slices.size(); split++) {
            for (int resumed = split; resumed < Math.min(split + 2, slices.size()); resumed++) {
                double evidence =
                        evidence(Proportion.apart(slices.subList(0, split), slices.subList(resumed, slices.size())));
                if (evidence > most) {
                    most = evidence;
                    found = resumed;
                }
            }
        }
        return found;
    }

    private double evidence(Proportion[] sides) {
        double distance = Math.abs(sides[1].ratio() - sides[0].ratio());
        return differs(sides[0], sides[1]) ? distance * distance / (sides[0].variance() + sides[1].variance()) : 0;
    }

    private boolean differs(Proportion before, Proportion now) {
        return Math.abs(now.ratio() - before.ratio()) > margin(before, now);
    }

    private double margin(Proportion before, Proportion now) {
        double common = before.ratioWith(now);
        return minChange + z * Math.sqrt(before.varianceAbout(common) + now.varianceAbout(common));
    }
}
