package io.rafiki.control.record;

import io.rafiki.control.reason.ActionReason.AppliedByRollout;
import io.rafiki.control.reason.ActionReason.RolledBackByRollout;
import io.rafiki.knob.NamedValues;
import io.rafiki.reason.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The last decisions and their numbering. Earlier changes by roll-outs that are not undone belong to them, because an undo restores the values from
 * before.
 *
 * @param latest oldest first
 * @param number of the last decision
 * @param count decisions since the agent started
 */
public record Decisions(List<DecisionRecord> latest, long number, long count) {

    /** Code of a change by a roll-out, also in the journal. */
    static final String BY_ROLLOUT = new AppliedByRollout("", 0, "").code();

    /** Code of its undo. */
    static final String UNDONE_BY_ROLLOUT = new RolledBackByRollout("", 0).code();

    static final int KEPT = 1_000;

    public static final Decisions NONE = new Decisions(List.of(), 0, 0);

    public Decisions {
        latest = List.copyOf(latest);
    }

    public Optional<DecisionRecord> last() {
        return latest.isEmpty() ? Optional.empty() : Optional.of(latest.get(latest.size() - 1));
    }

    /** The last {@code n}, oldest first. */
    public List<DecisionRecord> last(int n) {
        return latest.subList(Math.max(0, latest.size() - Math.max(0, n)), latest.size());
    }

    /** After a further decision. */
    public Decisions with(DecisionRecord decided) {
        List<DecisionRecord> all = new ArrayList<>(latest);
        all.add(decided);
        return new Decisions(kept(all), Math.max(number, decided.number()), count + 1);
    }

    /** With a newer version of a decision: a hold that continues, or a change that has ended. */
    public Decisions updated(DecisionRecord decided) {
        return changed(decided.id(), former -> decided);
    }

    /** With the observed effect of a decision. */
    public Decisions judged(String id, Reason verdict) {
        return changed(id, decided -> decided.verdict(verdict));
    }

    /**
     * With the decisions of the journal, which was read after the first decisions of this start. A new decision replaces a past one with its
     * number. Past changes by roll-outs and their undos stay.
     */
    public Decisions after(Decisions past) {
        Set<Long> numbers = latest.stream().map(DecisionRecord::number).collect(Collectors.toSet());
        List<DecisionRecord> all = new ArrayList<>(past.latest);
        all.removeIf(decided ->
                numbers.contains(decided.number()) && !isOf(decided, BY_ROLLOUT) && !isOf(decided, UNDONE_BY_ROLLOUT));
        all.addAll(latest);
        return new Decisions(kept(all), Math.max(past.number, number), count);
    }

    /** The last decisions, and before them the first of each change by a roll-out that is not undone. */
    private static List<DecisionRecord> kept(List<DecisionRecord> all) {
        int older = Math.max(0, all.size() - KEPT);
        Map<List<Object>, DecisionRecord> changes = new LinkedHashMap<>();
        for (DecisionRecord decided : all.subList(0, older)) {
            if (isOf(decided, BY_ROLLOUT) && !isUndone(decided, all)) {
                changes.putIfAbsent(List.of(rollout(decided), decided.changes(), decided.tables()), decided);
            }
        }
        List<DecisionRecord> kept = new ArrayList<>(changes.values());
        kept.addAll(all.subList(older, all.size()));
        return kept;
    }

    /** Whether the undos of its roll-out include all its knobs. A restart splits an undo into parts. */
    private static boolean isUndone(DecisionRecord change, List<DecisionRecord> all) {
        List<DecisionRecord> undos = all.stream()
                .filter(decided -> decided.number() > change.number()
                        && isOf(decided, UNDONE_BY_ROLLOUT)
                        && rollout(decided).equals(rollout(change)))
                .toList();
        Set<String> undone =
                undos.stream().flatMap(undo -> knobs(undo.changes()).stream()).collect(Collectors.toSet());
        return !undos.isEmpty() && undone.containsAll(knobs(change.changes()));
    }

    /** The knobs in the text of a decision's changes. */
    static Set<String> knobs(String changes) {
        return NamedValues.parseChanges(changes).stream()
                .map(change -> change.get("knob"))
                .collect(Collectors.toSet());
    }

    /** Whether a decision was executed for a reason. */
    private static boolean isOf(DecisionRecord decided, String code) {
        return decided.isDone() && decided.reason().code().equals(code);
    }

    private static String rollout(DecisionRecord decided) {
        return String.valueOf(decided.reason().data().get("rollout"));
    }

    private Decisions changed(String id, UnaryOperator<DecisionRecord> change) {
        return new Decisions(
                latest.stream()
                        .map(decided -> decided.id().equals(id) ? change.apply(decided) : decided)
                        .toList(),
                number,
                count);
    }
}
