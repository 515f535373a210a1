package io.rafiki.control.record;

import io.rafiki.cluster.OrderNumber;
import io.rafiki.control.reason.Problem.Stopped;
import io.rafiki.journal.JournalRecord;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Restores the tuner's past from the entries of the journal. */
public final class JournalReplay {

    private final List<WorkloadFeature> features;
    private final ChangeHistory spending;
    private final ActiveChanges standing = new ActiveChanges();
    private final Deque<DecisionRecord> decisions = new ArrayDeque<>();

    /** Changes by roll-outs before the last decisions. A new journal file repeats them. */
    private final Deque<DecisionRecord> rollouts = new ArrayDeque<>();

    private final List<Outcomes.Line> outcomes = new ArrayList<>();
    private final List<JournalRecord> external = new ArrayList<>();
    private long number;
    private OrderNumber highestOrder = OrderNumber.NONE;
    private String paused;
    private String stoppedBy;

    /**
     * @param catalogue states which past changes rewrote data
     * @param features that are read
     */
    public JournalReplay(KnobCatalogue catalogue, List<WorkloadFeature> features) {
        this.features = features;
        spending = new ChangeHistory(catalogue);
    }

    /** Adds an entry; oldest first. */
    public void add(JournalRecord entry) {
        spending.replay(entry);
        standing.replay(entry);
        Map<String, Object> content = entry.content();
        switch (entry.kind()) {
            case DECISION -> decision(DecisionJson.read(entry));
            case OUTCOME -> outcome(entry);
            case VERDICT -> verdict(entry);
            case VERB ->
                command(
                        String.valueOf(content.get("verb")),
                        String.valueOf(content.get("argument")),
                        String.valueOf(content.get("by")));
            case EXTERNAL_CHANGE, WRITE -> external.add(entry);
            case EPOCH ->
                highestOrder =
                        highestOrder.max(new OrderNumber(number(content.get("epoch")), number(content.get("rollout"))));
            default -> {
                // changes no state
            }
        }
    }

    /** The past up to the last entry. */
    public JournalPast past() {
        List<DecisionRecord> all = new ArrayList<>(rollouts);
        all.addAll(decisions);
        return new JournalPast(
                new Decisions(all, number, 0),
                new Outcomes(outcomes),
                spending.spent(),
                Optional.ofNullable(paused),
                Optional.ofNullable(stoppedBy).map(Stopped::new),
                interrupted(),
                standing.text(),
                standing.isUndone(),
                external,
                highestOrder);
    }

    private static long number(Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }

    /** The apply or rollback without an outcome: the node stopped during its execution. */
    private Optional<String> interrupted() {
        return Optional.ofNullable(decisions.peekLast())
                .filter(last -> last.kind().equals("apply") || last.kind().equals("rollback"))
                .filter(last -> last.readBack().isEmpty())
                .map(DecisionRecord::id);
    }

    private void decision(DecisionRecord decided) {
        if (isByRollout(decided) && decided.number() <= number) {
            if (!isKnown(decided)) {
                rollouts.addLast(decided);
            }
            return;
        }
        number = Math.max(number, decided.number());
        decisions.addLast(decided);
        if (decisions.size() > Decisions.KEPT) {
            DecisionRecord first = decisions.removeFirst();
            if (isByRollout(first)) {
                rollouts.addLast(first);
            }
        }
    }

    private static boolean isByRollout(DecisionRecord decided) {
        return decided.reason().code().equals(Decisions.BY_ROLLOUT);
    }

    private boolean isKnown(DecisionRecord repeated) {
        return Stream.concat(rollouts.stream(), decisions.stream())
                .anyMatch(known ->
                        known.number() == repeated.number() && known.at().equals(repeated.at()));
    }

    private void outcome(JournalRecord entry) {
        for (Deque<DecisionRecord> some : List.of(decisions, rollouts)) {
            if (!some.isEmpty() && some.peekLast().id().equals(entry.decision())) {
                some.addLast(some.removeLast().readBack(DecisionJson.reason(entry.content())));
                return;
            }
        }
    }

    private void verdict(JournalRecord entry) {
        Map<String, Object> content = entry.content();
        if (content.containsKey("code")) {
            List<DecisionRecord> all = new ArrayList<>(decisions);
            all.replaceAll(decided ->
                    decided.id().equals(entry.decision()) ? decided.verdict(DecisionJson.reason(content)) : decided);
            decisions.clear();
            decisions.addAll(all);
        }
        if (content.get("workload") instanceof Map<?, ?> recorded) {
            Outcomes.Line line = new Outcomes.Line(
                    String.valueOf(content.get("model")),
                    entry.decision(),
                    String.valueOf(content.get("outcome")),
                    workload(recorded),
                    DecisionJson.texts(content.get("tables")));
            if (!outcomes.contains(line)) {
                // a new journal file repeats it
                outcomes.add(line);
            }
        }
    }

    private Workload workload(Map<?, ?> recorded) {
        Workload workload = Workload.NONE;
        for (WorkloadFeature feature : features) {
            if (recorded.get(feature.name()) instanceof Number number) {
                workload = workload.with(feature, number.doubleValue());
            }
        }
        return workload;
    }

    private void command(String verb, String argument, String by) {
        switch (verb) {
            case "pause" -> paused = argument;
            case "stop" -> stoppedBy = by;
            case "resume" -> {
                paused = null;
                stoppedBy = null;
            }
            case "reloadModel" -> outcomes.clear();
            default -> {
                // does not outlast a restart
            }
        }
    }
}
