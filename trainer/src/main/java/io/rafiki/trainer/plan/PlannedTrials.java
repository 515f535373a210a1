package io.rafiki.trainer.plan;

import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The fixed trials of a plan. Each one runs until it has a valid line. Failed trials run last, so that an invalid configuration does not delay the others.
 */
public final class PlannedTrials implements TrialSource {

    private final List<PlannedTrial> planned;

    /** @param planned trials in their order; a duplicate runs once */
    public PlannedTrials(List<PlannedTrial> planned) {
        this.planned = remaining(planned, List.of());
    }

    @Override
    public Account account(List<Trial> lines) {
        int left = remaining(planned, lines).size();
        return new Account(planned.size(), planned.size() - left, left);
    }

    @Override
    public List<NextTrial> next(List<Trial> lines) {
        return remaining(planned, lines).stream().map(NextTrial::planned).toList();
    }

    /** Ids of trials without a further attempt in this session: they failed, or were disturbed twice. */
    public static Set<String> attempted(List<Trial> lines) {
        Set<String> tried = new HashSet<>();
        Set<String> disturbed = new HashSet<>();
        for (Trial line : lines) {
            boolean again = line.status() == TrialStatus.DISTURBED && !disturbed.add(line.id());
            if (line.hasFailed() || again) {
                tried.add(line.id());
            }
        }
        return tried;
    }

    /** The trials without a valid line, each once; those that failed are last. */
    static List<PlannedTrial> remaining(List<PlannedTrial> planned, List<Trial> lines) {
        Set<String> done = new HashSet<>();
        Set<String> failed = new HashSet<>();
        for (Trial line : lines) {
            if (line.isOk()) {
                done.add(line.id());
            } else if (line.hasFailed()) {
                failed.add(line.id());
            }
        }
        List<PlannedTrial> todo = new ArrayList<>();
        List<PlannedTrial> last = new ArrayList<>();
        for (PlannedTrial trial : planned) {
            if (done.add(trial.id())) {
                (failed.contains(trial.id()) ? last : todo).add(trial);
            }
        }
        todo.addAll(last);
        return todo;
    }
}
