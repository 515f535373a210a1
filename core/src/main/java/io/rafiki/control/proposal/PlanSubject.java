package io.rafiki.control.proposal;

import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.Rollback;
import io.rafiki.node.NodeConfiguration;
import io.rafiki.node.TableGroup;
import io.rafiki.node.TableGroups;
import io.rafiki.node.TableName;
import io.rafiki.workload.Window;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What one search decides about: the node, or the table option of one group of tables.
 *
 * <p>The node's knobs are decided by the workload of the whole node. Together with them the search decides the options of the busiest group,
 * if its workload is similar to the node's; on a node with tables of one kind this is the only search. The options of every other group are
 * decided by the group's own workload, with all other knobs at their present values.
 *
 * @param now the configuration that the search starts from; its table options are those of the group
 * @param workload of the node or of the group
 * @param fixed knobs that keep their values
 * @param group tables of the group; empty for the node
 */
public record PlanSubject(NodeConfiguration now, Workload workload, Set<String> fixed, List<String> group) {

    /**
     * The node, and each group that has a search of its own. A group whose workload a rollback bars keeps its options.
     *
     * @param fixed knobs that keep their values in every search
     * @param rolledBack earlier rollbacks, for the node or for groups
     * @param limits least operations of a group in the window, and smallest relevant change of a workload
     */
    public static List<PlanSubject> of(
            NodeConfiguration now,
            Window window,
            Set<String> fixed,
            List<Rollback> rolledBack,
            GuardrailConfig limits) {
        Set<String> fixedOnNode = new HashSet<>(fixed);
        List<PlanSubject> groups = new ArrayList<>();
        now.groups().forEach((knob, all) -> {
            boolean joins = all.isEmpty()
                    || TableGroups.areSimilar(window.workload(all.get(0).counts()), window.workload());
            if (!joins || all.stream().limit(1).anyMatch(group -> isBarred(group, window, rolledBack, limits))) {
                fixedOnNode.add(knob);
            }
            all.stream()
                    .skip(joins ? 1 : 0)
                    .filter(group -> group.counts().total() >= limits.minOperations() && !fixed.contains(knob))
                    .filter(group -> isInSpace(now, knob, group) && !isBarred(group, window, rolledBack, limits))
                    .forEach(group -> groups.add(of(now, knob, group, window, fixed)));
        });
        List<PlanSubject> subjects = new ArrayList<>();
        subjects.add(new PlanSubject(now, window.workload(), fixedOnNode, List.of()));
        subjects.addAll(groups);
        return subjects;
    }

    private static PlanSubject of(
            NodeConfiguration now, String knob, TableGroup group, Window window, Set<String> fixed) {
        Set<String> others = new HashSet<>(now.values().toMap().keySet());
        others.remove(knob);
        others.addAll(fixed);
        return new PlanSubject(now.of(knob, group), window.workload(group.counts()), others, names(group));
    }

    private static boolean isBarred(
            TableGroup group, Window window, List<Rollback> rolledBack, GuardrailConfig limits) {
        Workload workload = window.workload(group.counts());
        List<String> tables = names(group);
        double minChange = limits.change().minChange();
        return rolledBack.stream().anyMatch(past -> past.bars(workload, tables, minChange));
    }

    private static List<String> names(TableGroup group) {
        return group.tables().stream().map(TableName::toString).toList();
    }

    private static boolean isInSpace(NodeConfiguration now, String knob, TableGroup group) {
        try {
            now.of(knob, group);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The tables that a change of a table option would rewrite. */
    public List<TableName> tables() {
        return now.tables();
    }
}
