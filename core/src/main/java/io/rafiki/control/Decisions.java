package io.rafiki.control;

import io.rafiki.reason.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The last decisions and their numbering.
 *
 * @param latest oldest first
 * @param number of the last decision
 * @param count decisions since the agent started
 */
record Decisions(List<DecisionRecord> latest, long number, long count) {

    private static final int KEPT = 1_000;

    static final Decisions NONE = new Decisions(List.of(), 0, 0);

    Decisions {
        latest = List.copyOf(latest);
    }

    Optional<DecisionRecord> last() {
        return latest.isEmpty() ? Optional.empty() : Optional.of(latest.get(latest.size() - 1));
    }

    /** The last {@code n}, oldest first. */
    List<DecisionRecord> last(int n) {
        return latest.subList(Math.max(0, latest.size() - Math.max(0, n)), latest.size());
    }

    /** After a further decision. */
    Decisions with(DecisionRecord decided) {
        List<DecisionRecord> all = new ArrayList<>(latest);
        all.add(decided);
        return new Decisions(
                all.subList(Math.max(0, all.size() - KEPT), all.size()), Math.max(number, decided.number()), count + 1);
    }

    /** With a newer version of a decision: a hold that continues, or a change that has ended. */
    Decisions updated(DecisionRecord decided) {
        return changed(decided.id(), former -> decided);
    }

    /** With the observed effect of a decision. */
    Decisions judged(String id, Reason verdict) {
        return changed(id, decided -> decided.verdict(verdict));
    }

    /** With the decisions of the journal, which was read after the first decisions of this start. */
    Decisions after(Decisions past) {
        List<DecisionRecord> all = new ArrayList<>(past.latest);
        all.addAll(latest);
        return new Decisions(
                all.subList(Math.max(0, all.size() - KEPT), all.size()), Math.max(past.number, number), count);
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
