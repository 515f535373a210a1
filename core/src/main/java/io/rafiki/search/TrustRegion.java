package io.rafiki.search;

import io.rafiki.knob.Configuration;
import java.util.ArrayList;
import java.util.List;

/**
 * The trust region of a configuration: feasible configurations that differ from it in one knob, by at most a share of the knob's range. An
 * integer without a value that near moves by one step. Choices and special values have no neighbours, so they stay.
 */
public final class TrustRegion {

    private static final int DISTANCES = 8;
    private static final double ROUNDING = 1e-9;

    private final SearchSpace where;
    private final double radius;
    private final List<SearchDimension> axes;
    private final FeasibleSet allowed;

    /**
     * @param where knobs that may change, their values, and the constraints
     * @param radius largest change of a knob as a share of its range, logarithmic if the range spans more than a decade
     */
    public TrustRegion(SearchSpace where, double radius) {
        this.where = where;
        this.radius = radius;
        this.axes = SearchDimension.of(where);
        this.allowed = new FeasibleSet(where.constraints());
    }

    /** For each knob and each direction in which it can move, up to eight configurations; the farthest is first. */
    public List<List<Configuration>> directions(Configuration centre) {
        List<List<Configuration>> directions = new ArrayList<>();
        for (int k = 0; k < axes.size(); k++) {
            directions.add(configurations(centre, k, 1));
            directions.add(configurations(centre, k, -1));
        }
        directions.removeIf(List::isEmpty);
        return directions;
    }

    private List<Configuration> configurations(Configuration centre, int knob, int sign) {
        List<Configuration> configurations = new ArrayList<>();
        for (double code : values(centre.code(knob), knob, sign)) {
            double[] codes = centre.codes();
            codes[knob] = code;
            if (allowed.holds(codes, 0)) {
                configurations.add(new Configuration(where.space(), codes));
            }
        }
        return configurations;
    }

    private List<Double> values(double centre, int knob, int sign) {
        SearchDimension range = SearchDimension.of(where.space().knob(knob));
        SearchDimension axis = axes.get(knob);
        if (!axis.ordinary() || range.singles().contains(centre)) {
            return List.of();
        }
        double position = range.position(centre);
        List<Double> values = new ArrayList<>();
        for (int distance = DISTANCES; distance > 0; distance--) {
            double code = range.code(position + sign * radius * distance / DISTANCES);
            boolean isNear = Math.abs(range.position(code) - position) <= radius + ROUNDING;
            if (isNear && sign * (code - centre) > 0 && axis.holds(code) && !values.contains(code)) {
                values.add(code);
            }
        }
        double step = centre + sign;
        return values.isEmpty() && range.whole() && axis.holds(step) ? List.of(step) : values;
    }
}
