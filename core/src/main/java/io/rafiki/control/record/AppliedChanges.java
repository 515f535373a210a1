package io.rafiki.control.record;

import io.rafiki.cluster.RolloutPlan;
import io.rafiki.control.reason.ActionReason.AppliedByRollout;
import io.rafiki.decision.Change;
import io.rafiki.decision.Plan;
import io.rafiki.reason.RecordedReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The plans that are in place, oldest first. A restart of the node undoes all of them.
 *
 * @param stuck the changes of failed plans that could not be undone, oldest first; without those that were rolled back later, or that a
 *     later plan replaced
 */
public record AppliedChanges(List<Proposal> inPlace, List<Proposal> stuck) {

    private static final String BY_ROLLOUT = new AppliedByRollout("", 0, "").code();

    public static final AppliedChanges NONE = new AppliedChanges(List.of(), List.of());

    public AppliedChanges {
        inPlace = List.copyOf(inPlace);
        stuck = List.copyOf(stuck);
    }

    /** The last plan that is in place. */
    public Optional<Proposal> last() {
        return last(inPlace);
    }

    /** The last plan that is stuck. */
    public Optional<Proposal> lastStuck() {
        return last(stuck);
    }

    private static Optional<Proposal> last(List<Proposal> plans) {
        return plans.isEmpty() ? Optional.empty() : Optional.of(plans.get(plans.size() - 1));
    }

    /** After a further plan, which was read back. A plan whose values are among them is no longer stuck. */
    public AppliedChanges with(Proposal applied) {
        List<Proposal> stillStuck = stuck.stream()
                .filter(failed ->
                        !failed.plan().changes().stream().allMatch(change -> isReadBack(change, applied.plan())))
                .toList();
        return new AppliedChanges(append(inPlace, applied), stillStuck);
    }

    private static boolean isReadBack(Change change, Plan plan) {
        return change.tables().isEmpty()
                ? plan.to().toMap().containsKey(change.knob())
                        && !plan.skipped().contains(change.knob())
                : plan.changes().stream()
                        .anyMatch(made -> made.knob().equals(change.knob())
                                && made.tables().containsAll(change.tables()));
    }

    /** After a failed plan with changes that could not be undone. */
    public AppliedChanges stuckAt(Proposal failed) {
        return new AppliedChanges(inPlace, append(stuck, failed));
    }

    private static List<Proposal> append(List<Proposal> plans, Proposal last) {
        return Stream.concat(plans.stream(), Stream.of(last)).toList();
    }

    /** After the rollback of some plans. */
    public AppliedChanges without(List<Proposal> undone) {
        return new AppliedChanges(
                inPlace.stream().filter(plan -> !undone.contains(plan)).toList(),
                stuck.stream().filter(plan -> !undone.contains(plan)).toList());
    }

    /** A decision and all later ones, oldest first; empty if the decision is not in place. A stuck change counts. */
    public List<Proposal> since(String decision) {
        return from(plan -> plan.decided().id().equals(decision));
    }

    /**
     * The changes of a roll-out and all later ones, oldest first. A stuck change counts. An earlier roll-out that the node made late, after a
     * restart, is not among them.
     */
    public List<Proposal> of(String rollout) {
        return from(plan -> isOf(rollout, plan.decided())).stream()
                .filter(plan -> !(plan.decided().reason() instanceof AppliedByRollout by
                        && RolloutPlan.number(by.rollout()) < RolloutPlan.number(rollout)))
                .toList();
    }

    private List<Proposal> from(Predicate<Proposal> first) {
        return all().stream().dropWhile(first.negate()).toList();
    }

    /** The plans in place and the stuck ones, oldest first. */
    public List<Proposal> all() {
        return Stream.concat(inPlace.stream(), stuck.stream())
                .sorted(Comparator.comparingLong(plan -> plan.decided().number()))
                .toList();
    }

    /** Whether a roll-out caused a decision since the start of the agent. */
    public static boolean isOf(String rollout, DecisionRecord decided) {
        return decided.reason() instanceof AppliedByRollout by && by.rollout().equals(rollout);
    }

    /** The changes by a roll-out that were made before the start of the agent, oldest first. */
    public static List<DecisionRecord> before(String rollout, Decisions decisions) {
        return decisions.latest().stream()
                .filter(decided -> decided.isDone()
                        && decided.reason() instanceof RecordedReason
                        && decided.reason().code().equals(BY_ROLLOUT)
                        && rollout.equals(decided.reason().data().get("rollout")))
                .toList();
    }

    /** The changes of several plans, oldest first, as one change per knob or, for a table option, per pair of values. */
    public static List<Change> merged(List<Proposal> plans) {
        Map<String, Change> parts = new LinkedHashMap<>();
        for (Proposal plan : plans) {
            for (Change change : plan.plan().changes()) {
                for (String table : change.tables().isEmpty() ? List.of("") : change.tables()) {
                    Change part = table.isEmpty() ? change : change.on(List.of(table));
                    parts.merge(change.knob() + " " + table, part, AppliedChanges::merged);
                }
            }
        }
        Map<Change, List<String>> merged = new LinkedHashMap<>();
        parts.values().stream()
                .filter(change -> !change.from().equals(change.to()))
                .forEach(change -> merged.computeIfAbsent(change.on(List.of()), none -> new ArrayList<>())
                        .addAll(change.tables()));
        return merged.entrySet().stream()
                .map(change -> change.getKey().on(change.getValue()))
                .toList();
    }

    private static Change merged(Change first, Change later) {
        boolean costsMore = first.cost().compareTo(later.cost()) > 0;
        return new Change(
                first.knob(), first.from(), later.to(), costsMore ? first.cost() : later.cost(), first.tables());
    }
}
