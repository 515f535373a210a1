package io.rafiki.control.rollout;

import io.rafiki.cluster.ProposedChange;
import io.rafiki.cluster.ProposedChange.Basis;
import io.rafiki.control.configuration.TunedNode;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.record.Proposal;
import io.rafiki.decision.Change;
import io.rafiki.decision.Decision.Proposed;
import io.rafiki.decision.Plan;
import io.rafiki.decision.ProposalReason.AwaitsApproval;
import io.rafiki.decision.ProposalReason.AwaitsRollout;
import io.rafiki.decision.ProposalReason.RequestedByOperator;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.NamedValues;
import io.rafiki.knob.RealKnob;
import io.rafiki.node.NodeException;
import io.rafiki.node.TableName;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The plan of one node for a change of the cluster, and the change of the cluster for a node's proposal. */
public final class RolloutChanges {

    /** Least share of the operations that is taken for all; the remainder is idle tables and rounding. */
    private static final double WHOLE = 0.99;

    private final TunedNode node;
    private final KnobCatalogue catalogue;

    public RolloutChanges(TunedNode node, KnobCatalogue catalogue) {
        this.node = node;
        this.catalogue = catalogue;
    }

    /** Whether it only awaits a decision. A proposal of a model that does not fit or is not trusted is advice for the operator. */
    static boolean isApplicable(Proposal proposal) {
        return proposal.decided().reason() instanceof Proposed proposed
                && (proposed.because() instanceof AwaitsApproval
                        || proposed.because() instanceof AwaitsRollout
                        || proposed.because() instanceof RequestedByOperator);
    }

    /** A node's proposal in a form for all nodes. */
    static ProposedChange of(Proposal proposal) {
        return of(proposal.decided().id(), proposal.plan());
    }

    /**
     * A node's plan in a form for all nodes.
     *
     * @param decision its id on the node
     */
    static ProposedChange of(String decision, Plan plan) {
        Map<String, String> values = new LinkedHashMap<>();
        plan.changes().forEach(change -> values.put(change.knob(), String.valueOf(change.to())));
        return new ProposedChange(
                decision,
                values,
                plan.tables(),
                plan.rewritesData(),
                100 * plan.gain().mean(),
                basis(plan));
    }

    /** A plan that changes the options of some tables has another gain on the node than in the model. */
    private static Optional<Basis> basis(Plan plan) {
        boolean isForNode = plan.group().isEmpty() && plan.share() >= WHOLE;
        Map<String, String> before = new LinkedHashMap<>();
        plan.from().toMap().forEach((knob, value) -> before.put(knob, String.valueOf(value)));
        return isForNode && plan.skipped().isEmpty()
                ? Optional.of(new Basis(plan.workload(), before))
                : Optional.empty();
    }

    /**
     * An operator's own change.
     *
     * @param tables tables whose options change; empty for those that are tuned and have options of the catalogue
     * @throws NodeException if a present value cannot be read
     * @throws IllegalArgumentException if the catalogue refuses the change, a table does not exist, none is left, or this node has the values
     */
    ProposedChange given(Map<String, String> values, List<String> tables) throws NodeException {
        Map<String, String> exact = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            Knob knob = catalogue.entry(name).knob();
            exact.put(name, String.valueOf(knob.value(code(knob, value))));
        });
        List<String> options =
                values.keySet().stream().filter(node::isTableOption).toList();
        List<String> chosen = options.isEmpty() || !tables.isEmpty() ? tables : tunable(options);
        List<String> unknown = chosen.stream()
                .filter(table -> !node.exists(TableName.parse(table)))
                .toList();
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("tables: expected tables that `sense` in rafiki.yaml includes, found "
                    + String.join(", ", unknown) + ".");
        }
        ProposedChange wanted = new ProposedChange("", exact, chosen, false, Double.NaN);
        Plan plan = plan(wanted, Workload.NONE);
        if (plan.changes().isEmpty()) {
            throw new IllegalArgumentException("This node has these values already: " + NamedValues.text(exact) + ".");
        }
        return new ProposedChange("", exact, plan.tables(), plan.rewritesData(), Double.NaN);
    }

    /** The tuned tables that have values of the catalogue for some options. */
    private List<String> tunable(List<String> options) {
        List<String> tunable = node.tuned().stream()
                .filter(table -> options.stream().allMatch(option -> node.isKnown(option, table)))
                .map(TableName::toString)
                .toList();
        if (tunable.isEmpty()) {
            throw new IllegalArgumentException("tables: expected a tuned table with a known value of "
                    + String.join(" and ", options) + ", found none. Change the option by ALTER TABLE.");
        }
        return tunable;
    }

    /** The code of a value as the node reads it back. */
    private static double code(Knob knob, String value) {
        double code = knob.code(value);
        return knob instanceof RealKnob ? RealKnob.rounded(code) : code;
    }

    /**
     * The former values of the knobs that still have the values of a change.
     *
     * @param applied records of the change on this node, oldest first; after a restart the change is applied again to the knobs that lost it
     * @return without values if there is nothing to restore
     * @throws NodeException if a present value cannot be read
     * @throws IllegalArgumentException if tables of a value that is still in place had different ones before
     */
    ProposedChange former(ProposedChange change, List<DecisionRecord> applied) throws NodeException {
        Map<String, String> values = new LinkedHashMap<>();
        Set<String> tables = new LinkedHashSet<>();
        for (String knob : change.values().keySet()) {
            Optional<DecisionRecord> first = applied.stream()
                    .filter(record -> !before(knob, record).isEmpty())
                    .findFirst();
            if (first.isPresent() && isInPlace(knob, change)) {
                List<String> before = before(knob, first.get());
                if (before.size() > 1) {
                    throw new IllegalArgumentException(knob + ": the tables had different values before "
                            + first.get().id() + "; restore them by ALTER TABLE");
                }
                values.put(knob, before.get(0));
                tables.addAll(first.get().tables());
            }
        }
        return new ProposedChange("", values, List.copyOf(tables), change.rewritesData(), Double.NaN);
    }

    /** The values of a knob before a change: several if tables had different ones, none if the knob did not change. */
    private static List<String> before(String knob, DecisionRecord applied) {
        return NamedValues.parseChanges(applied.changes()).stream()
                .filter(each -> knob.equals(each.get("knob")))
                .map(each -> each.get("from"))
                .distinct()
                .toList();
    }

    private boolean isInPlace(String knob, ProposedChange change) throws NodeException {
        Set<String> others = new HashSet<>(change.values().keySet());
        others.remove(knob);
        return plan(change.without(others), Workload.NONE).changes().isEmpty();
    }

    /**
     * The plan for this node: only values that it does not have yet.
     *
     * @param wanted at least one value
     * @throws NodeException if a present value cannot be read
     * @throws IllegalArgumentException if the catalogue lacks a knob or does not allow a value
     */
    Plan plan(ProposedChange wanted, Workload workload) throws NodeException {
        Configuration from =
                catalogue.space(List.copyOf(wanted.values().keySet())).defaults();
        Configuration to = from;
        List<Change> changes = new ArrayList<>();
        for (Map.Entry<String, String> value : wanted.values().entrySet()) {
            KnobDefinition entry = catalogue.entry(value.getKey());
            Knob knob = entry.knob();
            double code = code(knob, value.getValue());
            to = to.with(value.getKey(), knob.value(code));
            for (List<TableName> part : parts(wanted, value.getKey())) {
                Object present = node.value(value.getKey(), part);
                from = from.with(value.getKey(), present);
                add(changes, entry, knob.code(present), code, part);
            }
        }
        double gain = Double.isNaN(wanted.gainPercent()) ? 0 : wanted.gainPercent() / 100;
        return new Plan(from, to, changes, workload, new RelativeGain(gain, 0));
    }

    /** The node, or each existing table of the change. */
    private List<List<TableName>> parts(ProposedChange wanted, String knob) {
        return node.isTableOption(knob)
                ? node.tables(new Change(knob, "", "", catalogue.entry(knob).cost(), wanted.tables())).stream()
                        .map(List::of)
                        .toList()
                : List.of(List.of());
    }

    /** Adds the change of one part; tables with the same value are one change. */
    private static void add(List<Change> changes, KnobDefinition entry, double from, double to, List<TableName> part) {
        if (from == to) {
            return;
        }
        Knob knob = entry.knob();
        Change change = new Change(
                entry.name(),
                knob.value(from),
                knob.value(to),
                entry.costOf(from, to),
                part.stream().map(TableName::toString).toList());
        for (int i = 0; i < changes.size(); i++) {
            Change known = changes.get(i);
            if (known.knob().equals(change.knob()) && known.from().equals(change.from())) {
                List<String> tables = new ArrayList<>(known.tables());
                tables.addAll(change.tables());
                changes.set(i, known.on(tables));
                return;
            }
        }
        changes.add(change);
    }
}
