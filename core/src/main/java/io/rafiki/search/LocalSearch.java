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
    void improve(List<SubspaceState> states, double radius, int rounds, boolean singles) {
        List<SubspaceState> started = states.stream()
                .filter(state -> singles || state.subspace().dimensions() > 0)
                .toList();
        List<CoordinateSearch> searches = new ArrayList<>();
        for (SubspaceState state : started) {
            searches.add(new CoordinateSearch(objective, state.codes(), state.value(), radius, singles));
        }
        run(searches, rounds);
        for (int i = 0; i < searches.size(); i++) {
            started.get(i).offer(searches.get(i).codes(), searches.get(i).value());
        }
    }

    private void run(List<CoordinateSearch> searches, int rounds) {
        List<CoordinateSearch> left = new ArrayList<>(searches);
        reserve(searches.size() * CoordinateSearch.most(objective.axes()));
        for (int round = 0; round < rounds && !left.isEmpty(); round++) {
            int n = 0;
            for (CoordinateSearch search : left) {
                n = search.propose(rows, n);
            }
            objective.evaluate(rows, n, values);
            left.forEach(search -> search.learn(values));
            left.removeIf(CoordinateSearch::isOver);
            removeDuplicates(left);
        }
    }

    /** Keeps one of several searches at the same configuration, because they would evaluate the same points. */
    private static void removeDuplicates(List<CoordinateSearch> searches) {
        for (int i = searches.size() - 1; i > 0; i--) {
            if (searches.subList(0, i).stream().anyMatch(searches.get(i)::hasMet)) {
                searches.remove(i);
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
