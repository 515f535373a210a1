package io.rafiki.control;

import io.rafiki.decision.Rollback;
import io.rafiki.decision.Verdict;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.RecordType;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import io.rafiki.workload.WorkloadSensors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The outcomes of a model's changes: rollbacks with their workloads, and consecutive changes that made the node worse. The journal keeps
 * them over a restart. Another model starts without outcomes.
 */
final class OutcomeHistory {

    private static final String ROLLED_BACK = "rolled_back";

    /** Commands that discard the outcomes. */
    private static final Set<String> FORGETTING = Set.of("resume", "reloadModel");

    private final JournalWriter journal;
    private final List<WorkloadFeature> features;
    private final List<Line> lines = new ArrayList<>();

    /** An outcome or a rollback of one change. */
    private record Line(String model, String decision, String outcome, Workload workload) {}

    /** @param features that are read from the journal */
    OutcomeHistory(JournalWriter journal, List<WorkloadFeature> features) {
        this.journal = journal;
        this.features = features;
    }

    /** Replays an entry of the journal. */
    void replay(JournalRecord entry) {
        Map<String, Object> content = entry.content();
        if (entry.kind() == RecordType.VERDICT && content.get("workload") instanceof Map<?, ?> workload) {
            lines.add(new Line(
                    String.valueOf(content.get("model")),
                    entry.decision(),
                    String.valueOf(content.get("outcome")),
                    workload(workload)));
        } else if (entry.kind() == RecordType.VERB && FORGETTING.contains(String.valueOf(content.get("verb")))) {
            lines.clear();
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

    /** Records the outcome of a change. */
    void judged(Proposal change, Verdict verdict) {
        add(change, verdict.outcome().toString(), Optional.of(verdict));
    }

    /** Records the rollback of a change. */
    void rolledBack(Proposal change) {
        add(change, ROLLED_BACK, Optional.empty());
    }

    /** Discards the outcomes. The command itself is in the journal. */
    void reset() {
        lines.clear();
    }

    /** The rollbacks of a model's changes. */
    List<Rollback> rolledBack(String model) {
        return lines.stream()
                .filter(line -> line.model().equals(model) && line.outcome().equals(ROLLED_BACK))
                .map(line -> new Rollback(line.decision(), line.workload()))
                .toList();
    }

    /** The changes of a model that made the node worse since the last one that made it better. */
    List<String> wrong(String model) {
        List<String> wrong = new ArrayList<>();
        for (Line line : lines) {
            if (line.model().equals(model) && line.outcome().equals(Outcome.WORSE.toString())) {
                wrong.add(line.decision());
            } else if (line.model().equals(model) && line.outcome().equals(Outcome.BETTER.toString())) {
                wrong.clear();
            }
        }
        return wrong;
    }

    private void add(Proposal change, String outcome, Optional<Verdict> verdict) {
        String id = change.decided().id();
        lines.add(new Line(change.model(), id, outcome, change.plan().workload()));
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("outcome", outcome);
        verdict.ifPresent(reason -> DecisionJson.put(content, reason));
        content.put("workload", WorkloadSensors.values(change.plan().workload()));
        content.put("model", change.model());
        try {
            journal.write(RecordType.VERDICT, id, content);
        } catch (IOException e) {
            // the status shows the journal's problem
        }
    }
}
