package io.rafiki.control;

import io.rafiki.control.ChangeOutcome.KnobKept;
import io.rafiki.decision.Change;
import io.rafiki.decision.CompactionHistory;
import io.rafiki.decision.RewriteCost;
import io.rafiki.decision.RewriteCostLimits;
import io.rafiki.decision.RewriteObstacle;
import io.rafiki.decision.RewriteObstacle.RewriteStateUnknown;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.LiveBinding;
import io.rafiki.node.CompactionStats;
import io.rafiki.node.DiskSpace;
import io.rafiki.node.KnobValue;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.RewriteReading;
import io.rafiki.node.RunningCompaction;
import io.rafiki.node.TableName;
import io.rafiki.reason.ReasonText;
import io.rafiki.workload.ClientCounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The node's knobs by their values as users write them, for the tables that are tuned. */
final class TunedNode {

    private final NodeKnobs knobs;
    private final KnobCatalogue catalogue;
    private final CompactionStats compactions;
    private final DiskSpace.Source disks;
    private volatile List<TableName> tables = List.of();

    /** Tables to which each knob was last written. */
    private final Map<String, List<TableName>> written = new ConcurrentHashMap<>();

    TunedNode(NodeKnobs knobs, KnobCatalogue catalogue, CompactionStats compactions, DiskSpace.Source disks) {
        this.knobs = knobs;
        this.catalogue = catalogue;
        this.compactions = compactions;
        this.disks = disks;
    }

    /** Names the tables, as {@code keyspace.table}; a name that no MBean can have is left out. */
    void tables(List<String> names) {
        tables = names.stream()
                .filter(name -> name.matches("\\w+\\.\\w+"))
                .sorted()
                .map(TableName::parse)
                .toList();
    }

    /** @throws NodeException if a knob cannot be read or has a value outside the space */
    Configuration read(KnobSpace space) throws NodeException {
        return knobs.read(space, tables);
    }

    /** The tables that are tuned. */
    List<TableName> tables() {
        return tables;
    }

    /** @throws NodeException if the knob cannot be read, has a value outside the catalogue, or differs between tables */
    Object value(String knob) throws NodeException {
        return value(knob, tables);
    }

    /** The same for some tables, for a knob that is a table option. */
    Object value(String knob, List<TableName> some) throws NodeException {
        return knobs.read(catalogue.space(List.of(knob)), some).get(knob);
    }

    /**
     * @param some tables, for a knob that is a table option
     * @throws NodeException if the node refuses the value or it reads back as another
     */
    void write(String knob, Object value, List<TableName> some) throws NodeException {
        knobs.write(knob, catalogue.entry(knob).knob().code(value), some);
        written.put(knob, List.copyOf(some));
    }

    /** Restores a value after a failed change. {@link #remaining} still refers to the tables of the last write. */
    void restore(String knob, Object value, List<TableName> some) throws NodeException {
        knobs.write(knob, catalogue.entry(knob).knob().code(value), some);
    }

    /** The parts that can be written separately: each tuned table, or the node. */
    List<List<TableName>> parts(String knob) {
        return isOfTables(knob) ? tables.stream().map(List::of).toList() : List.of(List.of());
    }

    private boolean isOfTables(String knob) {
        return catalogue.entry(knob).live().orElseThrow().type() == LiveBinding.Type.JSON;
    }

    /**
     * The part of a change that is still in place.
     *
     * @param isThere whether the knob still holds the tuner's value
     * @param tables with that value, for a knob that is a table option
     * @param kept values that another client set since
     */
    record Left(boolean isThere, List<TableName> tables, List<KnobKept> kept) {}

    /**
     * Reads which part of a change is still in place. Tables that were created or dropped since do not count.
     *
     * @throws NodeException if the knob cannot be read
     */
    Left remaining(Change change) throws NodeException {
        List<TableName> here = tables;
        if (!isOfTables(change.knob())) {
            Object now = shownValue(change.knob(), here);
            return now.equals(change.to())
                    ? new Left(true, here, List.of())
                    : new Left(
                            false,
                            List.of(),
                            now.equals(change.from()) ? List.of() : List.of(kept(change, now, List.of())));
        }
        List<TableName> ours = new ArrayList<>();
        Map<Object, List<TableName>> foreign = new LinkedHashMap<>();
        for (TableName table : written.getOrDefault(change.knob(), here)) {
            if (here.contains(table)) {
                Object now = shownValue(change.knob(), List.of(table));
                if (now.equals(change.to())) {
                    ours.add(table);
                } else if (!now.equals(change.from())) {
                    foreign.computeIfAbsent(now, value -> new ArrayList<>()).add(table);
                }
            }
        }
        return new Left(
                !ours.isEmpty(),
                ours,
                foreign.entrySet().stream()
                        .map(value -> kept(change, value.getKey(), value.getValue()))
                        .toList());
    }

    /** The value, or the node's own text for a value outside the catalogue. */
    private Object shownValue(String knob, List<TableName> some) throws NodeException {
        KnobValue reading = knobs.reading(knob, some);
        return reading.exact() ? catalogue.entry(knob).knob().value(reading.code()) : reading.found();
    }

    private static KnobKept kept(Change change, Object now, List<TableName> some) {
        return new KnobKept(
                change.knob(),
                String.valueOf(now),
                some.stream().map(TableName::toString).toList());
    }

    /** A sample of the node's compactions, which a later rewrite is priced by. */
    CompactionHistory.Sample compactions(Instant now, ClientCounts clients) throws NodeException {
        List<RunningCompaction> running = compactions.running();
        return new CompactionHistory.Sample(
                now,
                compactions.compacted(running),
                running.stream().anyMatch(RunningCompaction::isAutomatic),
                clients);
    }

    /** The state that a rewrite of the tuned tables depends on. */
    RewriteReading rewriteReading() throws NodeException {
        return compactions.reading(tables, disks);
    }

    /** Stops the running compactions of the tuned tables. */
    void stopCompactions() throws NodeException {
        compactions.stop(rewriteReading().ours());
    }

    /** The cost of a rewrite of the tuned tables; empty if their size cannot be read. */
    Optional<RewriteCost> rewrite(RewriteCostLimits limits, CompactionHistory seen) {
        try {
            return Optional.of(RewriteCost.of(compactions.liveBytes(tables), compactions.throttle(), limits, seen));
        } catch (NodeException unknown) {
            return Optional.empty();
        }
    }

    /** Why the tuned tables cannot be rewritten now; empty if they can. */
    Optional<RewriteObstacle> rewriteObstacle() {
        try {
            return RewriteObstacle.of(rewriteReading());
        } catch (NodeException e) {
            return Optional.of(new RewriteStateUnknown(e.failure()));
        }
    }

    /**
     * The constraint of this node's catalogue that a configuration would violate; empty if none. Knobs that the configuration lacks have
     * their present value, or their default if it cannot be read.
     */
    Optional<String> broken(Configuration configuration) {
        return broken(configuration.toMap());
    }

    /** The same for values of some knobs. */
    Optional<String> broken(Map<String, Object> values) {
        KnobSpace all = catalogue.space();
        double[] codes = all.defaults().codes();
        Set<String> named = all.constraints().stream()
                .flatMap(constraint -> constraint.knobs().stream())
                .collect(Collectors.toSet());
        for (String knob : named) {
            int index = all.indexOf(knob);
            try {
                Object value = values.containsKey(knob) ? values.get(knob) : value(knob);
                codes[index] = all.knob(index).code(value);
            } catch (NodeException | IllegalArgumentException unknown) {
                // the write rejects a value outside the catalogue
                codes[index] = all.knob(index).defaultCode();
            }
        }
        return all.broken(codes).map(Constraint::shown);
    }

    /**
     * A change between two values in their text form, with its cost at this node.
     *
     * @throws IllegalArgumentException if one of them is outside the catalogue
     */
    Change change(String knob, String from, String to) {
        KnobDefinition entry = catalogue.entry(knob);
        double before = entry.knob().code(from);
        double after = entry.knob().code(to);
        return new Change(knob, entry.knob().value(before), entry.knob().value(after), entry.costOf(before, after));
    }

    /** Present value of every knob that can be read live, or {@code ?} with the obstacle. */
    Map<String, String> shown() {
        Map<String, String> shown = new LinkedHashMap<>();
        for (KnobDefinition entry : catalogue.entries()) {
            if (entry.live().isPresent()) {
                shown.put(entry.name(), shown(entry));
            }
        }
        return shown;
    }

    private String shown(KnobDefinition entry) {
        try {
            KnobValue reading = knobs.reading(entry.name(), tables);
            return reading.exact()
                    ? String.valueOf(entry.knob().value(reading.code()))
                    : reading.found().isBlank()
                            ? "? " + reading.problem().map(ReasonText::of).orElse("")
                            : reading.found();
        } catch (NodeException unreadable) {
            return "? " + unreadable.getMessage();
        }
    }
}
