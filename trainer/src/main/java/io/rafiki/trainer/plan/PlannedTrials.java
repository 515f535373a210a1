package io.rafiki.trainer.plan;

import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The trials that a plan fixes; each is to be run until it has a good line. Those that have failed come last: a configuration with which no
 * node starts must not keep the others waiting.
 */
public final class PlannedTrials implements TrialSource {

    private final List<PlannedTrial> planned;

    /** @param planned in the order in which they are run; one that is there twice is run once */
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

    /** Ids of trials that nobody need wait for: they failed, or were disturbed once more when they were run again. */
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

    private static List<PlannedTrial> remaining(List<PlannedTrial> planned, List<Trial> lines) {
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
