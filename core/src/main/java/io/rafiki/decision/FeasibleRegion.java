package io.rafiki.decision;

import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.Range;
import io.rafiki.knob.YamlLine;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.surrogate.TrainingDomain.Seen;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The values that each knob may take: trained, within this node's ranges and constraints, live, and at an allowed cost.
 *
 * <p>A knob that may not change is fixed at its present value. The cost of a value depends on the present one: a chunk cache that is off
 * stays off, and one that is on only changes its size.
 */
public final class FeasibleRegion {

    private final KnobCatalogue catalogue;
    private final Set<ChangeCost> costs;
    private final Set<String> movable;
    private final Set<String> staying;

    /**
     * @param catalogue knobs of this node, with their costs
     * @param costs allowed costs
     * @param movable names of the knobs that may change; empty for all
     */
    public FeasibleRegion(KnobCatalogue catalogue, Set<ChangeCost> costs, Set<String> movable) {
        this(catalogue, costs, movable, Set.of());
    }

    private FeasibleRegion(KnobCatalogue catalogue, Set<ChangeCost> costs, Set<String> movable, Set<String> staying) {
        this.catalogue = catalogue;
        this.costs = Set.copyOf(costs);
        this.movable = Set.copyOf(movable);
        this.staying = Set.copyOf(staying);
    }

    /** The same region without changes of one cost. */
    public FeasibleRegion without(ChangeCost cost) {
        Set<ChangeCost> fewer = new HashSet<>(costs);
        fewer.remove(cost);
        return new FeasibleRegion(catalogue, fewer, movable, staying);
    }

    /** The same region with all changes up to a cost, whatever the operator allows. */
    public FeasibleRegion upTo(ChangeCost most) {
        Set<ChangeCost> cheaper = EnumSet.range(ChangeCost.INSTANT, most);
        return new FeasibleRegion(catalogue, cheaper, movable, staying);
    }

    /** The same region with these fixed knobs, in place of those that were held before. */
    public FeasibleRegion holding(Set<String> names) {
        return new FeasibleRegion(catalogue, costs, movable, names);
    }

    /**
     * The search space around a configuration.
     *
     * @param now the node's configuration in the model's space
     * @param trained training domain of the model
     * @param kappa deviations below the mean in the objective
     */
    public SearchSpace around(Configuration now, TrainingDomain trained, double kappa) {
        KnobSpace space = now.space();
        Map<String, Double> held = new LinkedHashMap<>();
        List<Seen> reachable = new ArrayList<>();
        for (int i = 0; i < space.size(); i++) {
            Optional<Seen> seen =
                    reachable(space.knob(i), now.code(i), trained.knobs().get(i));
            if (seen.isEmpty()) {
                held.put(space.knob(i).name(), now.code(i));
            }
            reachable.add(seen.orElse(new Seen(Double.NaN, Double.NaN, List.of(now.code(i)))));
        }
        TrainingDomain box = new TrainingDomain(trained.workload(), reachable);
        return new SearchSpace(space, held, List.of(space.defaults(), now), kappa, Optional.of(box))
                .require(catalogue.constraints(space.knobs()));
    }

    /** The cost of each change between two configurations of one space, in the order of the space. */
    public List<Change> changes(Configuration from, Configuration to) {
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < to.space().size(); i++) {
            if (from.code(i) != to.code(i)) {
                Knob knob = to.space().knob(i);
                ChangeCost cost = cost(knob, from.code(i), to.code(i)).orElse(ChangeCost.NEXT_START);
                changes.add(new Change(knob.name(), knob.value(from.code(i)), knob.value(to.code(i)), cost));
            }
        }
        return changes;
    }

    /**
     * What sets values of a configuration at the next start: lines of cassandra.yaml such as {@code file_cache_size: 256MiB}, and the names
     * of table options.
     *
     * @param names the knobs to set
     */
    public List<String> startLines(Configuration to, Set<String> names) {
        List<String> lines = new ArrayList<>();
        to.toMap().forEach((name, value) -> {
            if (names.contains(name)) {
                KnobDefinition entry = catalogue.entry(name);
                double code = entry.knob().code(value);
                entry.cassandraYaml(code).forEach((key, line) -> lines.add(YamlLine.of(key, line)));
                entry.tableOptions(code).keySet().forEach(option -> lines.add("ALTER TABLE for " + option));
            }
        });
        return lines;
    }

    /** The present value if it is trained, and the trained values that it can change to; empty if there is no other value. */
    private Optional<Seen> reachable(Knob knob, double now, Seen trained) {
        boolean mayMove = movable.isEmpty() || movable.contains(knob.name());
        if (staying.contains(knob.name()) || !mayMove) {
            return Optional.empty();
        }
        List<Double> values = trained.values().stream()
                .filter(code -> code == now || isAffordable(knob, now, code))
                .toList();
        Optional<Range> here = entry(knob.name()).flatMap(known -> known.knob().range());
        if (here.isPresent()) {
            double least = Math.max(trained.min(), here.get().min());
            double most = Math.min(trained.max(), here.get().max());
            double other = least == now ? most : least;
            if (least <= most && other != now && isAffordable(knob, now, other)) {
                return Optional.of(new Seen(least, most, values));
            }
        }
        if (values.isEmpty() || values.equals(List.of(now))) {
            return Optional.empty();
        }
        double number = knob.isNumber(now) && trained.contains(now) ? now : Double.NaN;
        return Optional.of(new Seen(number, number, values));
    }

    private boolean isAffordable(Knob knob, double from, double to) {
        return cost(knob, from, to).filter(costs::contains).isPresent();
    }

    /** The cost of a change; empty if the catalogue lacks the knob or the value. A knob without a live binding changes at the next start. */
    private Optional<ChangeCost> cost(Knob knob, double from, double to) {
        Optional<KnobDefinition> entry = entry(knob.name());
        OptionalDouble here = entry.map(known -> translated(known, knob, from)).orElse(OptionalDouble.empty());
        OptionalDouble there = entry.map(known -> translated(known, knob, to)).orElse(OptionalDouble.empty());
        return here.isPresent() && there.isPresent()
                ? Optional.of(
                        entry.get().live().isPresent()
                                ? entry.get().costOf(here.getAsDouble(), there.getAsDouble())
                                : ChangeCost.NEXT_START)
                : Optional.empty();
    }

    /** The catalogue's code of a value, given the model's code. Model and catalogue can number categorical values differently. */
    private static OptionalDouble translated(KnobDefinition entry, Knob knob, double code) {
        try {
            return OptionalDouble.of(entry.knob().code(knob.value(code)));
        } catch (IllegalArgumentException unknownHere) {
            return OptionalDouble.empty();
        }
    }

    private Optional<KnobDefinition> entry(String name) {
        return catalogue.entries().stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst();
    }
}
