package io.rafiki.search;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.TrainingDomain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The space of a search, its starting points and its confidence factor.
 *
 * @param space the surrogate's space
 * @param fixed fixed knobs, name to code
 * @param seeds starting configurations, such as the default and the current one; fixed values override theirs
 * @param kappa deviations below the mean in the objective (0 uses the mean and suffers from the optimiser's curse)
 * @param within training domain that limits the search; empty for the whole space
 * @param constraints constraints on every configuration, bound to the space; at least the space's own
 * @param bounds bounds on predictions; the search maximises the objective among configurations that satisfy them
 */
public record SearchSpace(
        KnobSpace space,
        Map<String, Double> fixed,
        List<Configuration> seeds,
        double kappa,
        Optional<TrainingDomain> within,
        List<Constraint> constraints,
        List<OutputConstraint> bounds) {

    /** The default confidence factor. */
    public static final double KAPPA = 2;

    /**
     * @throws IllegalArgumentException if a fixed knob is unknown, its code is invalid, kappa is negative, or a bound is on another space
     */
    public SearchSpace {
        fixed = Map.copyOf(fixed);
        seeds = List.copyOf(seeds);
        constraints = Stream.concat(space.constraints().stream(), constraints.stream())
                .distinct()
                .toList();
        bounds = List.copyOf(bounds);
        for (Map.Entry<String, Double> entry : fixed.entrySet()) {
            int index = space.indexOf(entry.getKey());
            if (index < 0) {
                throw new IllegalArgumentException(
                        "unknown knob " + entry.getKey() + ": expected one of " + space.names());
            }
            space.knob(index).value(entry.getValue());
        }
        if (!(kappa >= 0) || Double.isInfinite(kappa)) {
            throw new IllegalArgumentException("kappa: expected a number from 0, found " + kappa);
        }
        for (OutputConstraint bound : bounds) {
            if (!bound.metric().space().equals(space)) {
                throw new IllegalArgumentException("bound: expected a surrogate of the knobs " + space.names()
                        + ", found another space of " + bound.metric().space().names());
            }
        }
    }

    /** A search under the constraints of the space without bounds. */
    public SearchSpace(
            KnobSpace space,
            Map<String, Double> fixed,
            List<Configuration> seeds,
            double kappa,
            Optional<TrainingDomain> within) {
        this(space, fixed, seeds, kappa, within, List.of(), List.of());
    }

    /** The whole space, started from its defaults. */
    public static SearchSpace of(KnobSpace space) {
        return new SearchSpace(space, Map.of(), List.of(space.defaults()), KAPPA, Optional.empty());
    }

    /** A copy with one more fixed knob. */
    public SearchSpace fix(String knob, double code) {
        Map<String, Double> more = new LinkedHashMap<>(fixed);
        more.put(knob, code);
        return new SearchSpace(space, more, seeds, kappa, within, constraints, bounds);
    }

    /** A copy with one more starting point. */
    public SearchSpace startFrom(Configuration seed) {
        List<Configuration> more = new ArrayList<>(seeds);
        more.add(seed);
        return new SearchSpace(space, fixed, more, kappa, within, constraints, bounds);
    }

    /** A copy with another kappa. */
    public SearchSpace kappa(double other) {
        return new SearchSpace(space, fixed, seeds, other, within, constraints, bounds);
    }

    /** A copy that is limited to the training domain. */
    public SearchSpace within(TrainingDomain envelope) {
        return new SearchSpace(space, fixed, seeds, kappa, Optional.of(envelope), constraints, bounds);
    }

    /** A copy with more constraints, bound to the knobs of the space. */
    public SearchSpace require(List<Constraint> more) {
        List<Constraint> all = new ArrayList<>(constraints);
        all.addAll(more);
        return new SearchSpace(space, fixed, seeds, kappa, within, all, bounds);
    }

    /** A copy with one more bound. */
    public SearchSpace keep(OutputConstraint bound) {
        List<OutputConstraint> more = new ArrayList<>(bounds);
        more.add(bound);
        return new SearchSpace(space, fixed, seeds, kappa, within, constraints, more);
    }
}
