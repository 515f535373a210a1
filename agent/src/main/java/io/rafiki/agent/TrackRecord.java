package io.rafiki.agent;

import io.rafiki.decision.RolledBack;
import io.rafiki.decision.Verdict;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.journal.Entry;
import io.rafiki.journal.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a model's changes turned out to be: which were taken back and for what workload, and how many in succession made the node worse.
 * It stands in the journal, so that a restart forgets nothing; another model begins anew.
 */
final class TrackRecord {

    private static final String TAKEN_BACK = "taken back";

    /** Verbs by which a human says that it shall be forgotten. */
    private static final Set<String> FORGETTING = Set.of("resume", "reloadModel");

    private final JournalFile journal;
    private final List<Line> lines = new ArrayList<>();

    /** One fact: an outcome, or that a change was taken back, of a model. */
    private record Line(String model, String decision, String outcome, double readRatio) {}

    TrackRecord(JournalFile journal) {
        this.journal = journal;
    }

    /** Takes an entry of the journal's past. */
    void recall(Entry entry) {
        Map<String, Object> content = entry.content();
        if (entry.kind() == Kind.VERDICT && content.get("readRatio") instanceof Number readRatio) {
            lines.add(new Line(
                    String.valueOf(content.get("model")),
                    entry.decision(),
                    String.valueOf(content.get("outcome")),
                    readRatio.doubleValue()));
        } else if (entry.kind() == Kind.VERB && FORGETTING.contains(String.valueOf(content.get("verb")))) {
            lines.clear();
        }
    }

    /** Takes down what a change turned out to be. */
    void judged(Pending change, Verdict verdict) {
        add(change, verdict.outcome().toString(), verdict.text());
    }

    /** Takes down that a change was taken back. */
    void takenBack(Pending change) {
        add(change, TAKEN_BACK, "");
    }

    /** A human wants to see it tried again. The verb itself stands in the journal. */
    void forget() {
        lines.clear();
    }

    /** What was taken back of a model's changes. */
    List<RolledBack> rolledBack(String model) {
        return lines.stream()
                .filter(line -> line.model().equals(model) && line.outcome().equals(TAKEN_BACK))
                .map(line -> new RolledBack(line.decision(), line.readRatio()))
                .toList();
    }

    /** The changes of a model that made the node worse since the last that made it better. */
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

    private void add(Pending change, String outcome, String text) {
        String id = change.decided().id();
        lines.add(new Line(change.model(), id, outcome, change.plan().readRatio()));
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("outcome", outcome);
        content.put("text", text);
        content.put("readRatio", change.plan().readRatio());
        content.put("model", change.model());
        try {
            journal.write(Kind.VERDICT, id, content);
        } catch (IOException shownInTheStatus) {
            // JournalFile keeps the problem, the status line shows it
        }
    }
}
