package io.rafiki.search;

import java.util.ArrayList;
import java.util.List;

/**
 * Climbs from several configurations side by side, so that what all of them try next is one batch: a prediction of a few rows costs as
 * much as one of a whole block.
 */
final class Polish {

    private final Objective objective;
    private double[] rows = new double[0];
    private double[] values = new double[0];

    Polish(Objective objective) {
        this.objective = objective;
    }

    /**
     * Climbs from the best configuration of each island.
     *
     * @param radius longest first step, as a share of a knob's range
     * @param rounds most batches spent
     * @param singles whether choices and special values may change too; if not, islands on which nothing moves are left out
     */
    void climb(List<Landing> landings, double radius, int rounds, boolean singles) {
        List<Landing> climbing = landings.stream()
                .filter(landing -> singles || landing.island().dimensions() > 0)
                .toList();
        List<Climb> climbs = new ArrayList<>();
        for (Landing landing : climbing) {
            climbs.add(new Climb(objective, landing.codes(), landing.value(), radius, singles));
        }
        run(climbs, rounds);
        for (int i = 0; i < climbs.size(); i++) {
            climbing.get(i).offer(climbs.get(i).codes(), climbs.get(i).value());
        }
    }

    private void run(List<Climb> climbs, int rounds) {
        List<Climb> left = new ArrayList<>(climbs);
        reserve(climbs.size() * Climb.most(objective.axes()));
        for (int round = 0; round < rounds && !left.isEmpty(); round++) {
            int n = 0;
            for (Climb climb : left) {
                n = climb.propose(rows, n);
            }
            objective.evaluate(rows, n, values);
            left.forEach(climb -> climb.learn(values));
            left.removeIf(Climb::isOver);
            part(left);
        }
    }

    /** Leaves one of those that have met: from the same configuration, they would try the same. */
    private static void part(List<Climb> climbs) {
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
