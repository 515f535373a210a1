package io.rafiki.search;

import java.util.ArrayList;
import java.util.List;

/**
 * Runs several coordinate searches in lockstep, so that their proposals form one batch. A prediction of a few rows costs as much as one
 * of a whole block.
 */
final class LocalSearch {

    private final Objective objective;
    private double[] rows = new double[0];
    private double[] values = new double[0];

    LocalSearch(Objective objective) {
        this.objective = objective;
    }

    /**
     * Searches from the best configuration of each subspace.
     *
     * @param radius longest first step, as a share of a knob's range
     * @param rounds maximum number of batches
     * @param singles whether choices and special values can change too; if not, subspaces without a free knob are skipped
     */
    void climb(List<SubspaceState> landings, double radius, int rounds, boolean singles) {
        List<SubspaceState> climbing = landings.stream()
                .filter(landing -> singles || landing.island().dimensions() > 0)
                .toList();
        List<CoordinateSearch> climbs = new ArrayList<>();
        for (SubspaceState landing : climbing) {
            climbs.add(new CoordinateSearch(objective, landing.codes(), landing.value(), radius, singles));
        }
        run(climbs, rounds);
        for (int i = 0; i < climbs.size(); i++) {
            climbing.get(i).offer(climbs.get(i).codes(), climbs.get(i).value());
        }
    }

    private void run(List<CoordinateSearch> climbs, int rounds) {
        List<CoordinateSearch> left = new ArrayList<>(climbs);
        reserve(climbs.size() * CoordinateSearch.most(objective.axes()));
        for (int round = 0; round < rounds && !left.isEmpty(); round++) {
            int n = 0;
            for (CoordinateSearch climb : left) {
                n = climb.propose(rows, n);
            }
            objective.evaluate(rows, n, values);
            left.forEach(climb -> climb.learn(values));
            left.removeIf(CoordinateSearch::isOver);
            part(left);
        }
    }

    /** Keeps one of several searches at the same configuration, because they would evaluate the same points. */
    private static void part(List<CoordinateSearch> climbs) {
        for (int i = climbs.size() - 1; i > 0; i--) {
            if (climbs.subList(0, i).stream().anyMatch(climbs.get(i)::hasMet)) {
                climbs.remove(i);
            }
        }
    }

    private void reserve(int most) {
        if (values.length < most) {
            rows = new double[most * objective.width()];
            values = new double[most];
        }
    }
}
