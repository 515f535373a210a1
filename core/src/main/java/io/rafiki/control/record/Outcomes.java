package io.rafiki.control.record;

import io.rafiki.decision.Rollback;
import io.rafiki.decision.Verdict;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadSensors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The outcomes of the models' changes: verdicts, and rollbacks with their workloads. The journal keeps them over a restart. Another model
 * starts without outcomes.
 *
 * @param lines oldest first
 */
public record Outcomes(List<Line> lines) {

    public static final Outcomes NONE = new Outcomes(List.of());

    private static final String ROLLED_BACK = "rolled_back";

    /** Kept outcomes. A rollback that is older than so many others no longer bars its workload. */
    static final int KEPT = 1_000;

    public Outcomes {
        lines = List.copyOf(lines.subList(Math.max(0, lines.size() - KEPT), lines.size()));
    }

    /**
     * An outcome or a rollback of one change.
     *
     * @param group tables of the group that it was for; empty if it was for the node
     */
    public record Line(String model, String decision, String outcome, Workload workload, List<String> group) {

        public static Line of(Proposal change, String outcome) {
            return new Line(
                    change.model(),
                    change.decided().id(),
                    outcome,
                    change.plan().workload(),
                    change.plan().group());
        }

        public static Line of(Proposal change, Verdict verdict) {
            return of(change, verdict.outcome().toString());
        }

        public static Line rolledBack(Proposal change) {
            return of(change, ROLLED_BACK);
        }

        /** The members of its journal entry. */
        public Map<String, Object> content(Optional<Verdict> verdict) {
            Map<String, Object> content = new LinkedHashMap<>();
            content.put("outcome", outcome);
            verdict.ifPresent(reason -> DecisionJson.put(content, reason));
            content.put("workload", WorkloadSensors.values(workload));
            if (!group.isEmpty()) {
                content.put("tables", group);
            }
            content.put("model", model);
            return content;
        }

        private boolean is(Outcome other) {
            return outcome.equals(other.toString());
        }
    }

    public Outcomes with(Line line) {
        List<Line> all = new ArrayList<>(lines);
        all.add(line);
        return new Outcomes(all);
    }

    /** With the outcomes of the journal, which are older. */
    public Outcomes after(Outcomes past) {
        List<Line> all = new ArrayList<>(past.lines);
        all.addAll(lines);
        return new Outcomes(all);
    }

    /** The changes of a model that were rolled back, or that made the node worse before a restart undid them. */
    public List<Rollback> rolledBack(String model) {
        return lines.stream()
                .filter(line -> line.model().equals(model))
                .filter(line -> line.outcome().equals(ROLLED_BACK) || line.is(Outcome.WORSE))
                .map(line -> new Rollback(line.decision(), line.workload(), line.group()))
                .toList();
    }

    /** The changes of a model that made the node worse since the last one that made it better. */
    public List<String> wrong(String model) {
        List<String> wrong = new ArrayList<>();
        for (Line line : lines) {
            if (line.model().equals(model) && line.is(Outcome.WORSE)) {
                wrong.add(line.decision());
            } else if (line.model().equals(model) && line.is(Outcome.BETTER)) {
                wrong.clear();
            }
        }
        return wrong;
    }
}
