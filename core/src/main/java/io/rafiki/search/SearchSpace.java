package io.rafiki.search;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Envelope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a search may try, where it starts, and how careful it is.
 *
 * @param space the surrogate's space
 * @param fixed knobs held at a value, name to code
 * @param seeds configurations to start from, such as the default and the current one; where a held knob differs, its held
 *     value counts
 * @param kappa how many deviations below the mean the search looks (0 trusts the mean, and falls for its errors)
 * @param within the box that may be searched, usually that of the training data; empty for the whole space
 * @param constraints that every configuration must satisfy, bound to the space; at least the space's own
 * @param bounds what a configuration must keep low; the search maximises throughput among those that do
 */
public record SearchSpace(
        KnobSpace space,
        Map<String, Double> fixed,
        List<Configuration> seeds,
        double kappa,
        Optional<Envelope> within,
        List<Constraint> constraints,
        List<Bound> bounds) {

    /** How careful a search is unless told otherwise. */
    public static final double KAPPA = 2;

    /** @throws IllegalArgumentException if a held knob is unknown, its code is no value, kappa is negative, or a bound is on another space */
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
        for (Bound bound : bounds) {
            if (!bound.metric().space().equals(space)) {
                throw new IllegalArgumentException("bound: expected a surrogate of the knobs " + space.names()
                        + ", found another space of " + bound.metric().space().names());
            }
        }
    }

    /** A search under the constraints of the space and no bounds. */
    public SearchSpace(
            KnobSpace space,
            Map<String, Double> fixed,
            List<Configuration> seeds,
            double kappa,
            Optional<Envelope> within) {
        this(space, fixed, seeds, kappa, within, List.of(), List.of());
    }

    /** All of the space, started from its defaults. */
    public static SearchSpace of(KnobSpace space) {
        return new SearchSpace(space, Map.of(), List.of(space.defaults()), KAPPA, Optional.empty());
    }

    /** The same, with one more knob held at the code. */
    public SearchSpace fix(String knob, double code) {
        Map<String, Double> more = new LinkedHashMap<>(fixed);
        more.put(knob, code);
        return new SearchSpace(space, more, seeds, kappa, within, constraints, bounds);
    }

    /** The same, with one more starting point. */
    public SearchSpace startFrom(Configuration seed) {
        List<Configuration> more = new ArrayList<>(seeds);
        more.add(seed);
        return new SearchSpace(space, fixed, more, kappa, within, constraints, bounds);
    }

    /** The same with another kappa. */
    public SearchSpace kappa(double other) {
        return new SearchSpace(space, fixed, seeds, other, within, constraints, bounds);
    }

    /** The same, kept within the box. */
    public SearchSpace within(Envelope envelope) {
        return new SearchSpace(space, fixed, seeds, kappa, Optional.of(envelope), constraints, bounds);
    }

    /** The same under more constraints, bound to the knobs of the space. */
    public SearchSpace require(List<Constraint> more) {
        List<Constraint> all = new ArrayList<>(constraints);
        all.addAll(more);
        return new SearchSpace(space, fixed, seeds, kappa, within, all, bounds);
    }

    /** The same with one more bound. */
    public SearchSpace keep(Bound bound) {
        List<Bound> more = new ArrayList<>(bounds);
        more.add(bound);
        return new SearchSpace(space, fixed, seeds, kappa, within, constraints, more);
    }
}
