package io.rafiki.trainer.plan;

import io.rafiki.knob.Configuration;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.workload.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The fixed trials of a plan as one {@link Race} per workload. An eliminated configuration has no further replicates. A decided race has no
 * further trials. The baseline is measured until then, since it shows the machine's drift. A workload with no more configurations than the
 * race keeps has all of its trials.
 *
 * <p>In a race for throughput, each trial has a floor, below which it eliminates its configuration. A sustained trial of one state ends
 * early if it cannot reach the floor.
 */
public final class RacedTrials implements TrialSource {

    private final List<PlannedTrial> planned;
    private final Race.Rule rule;
    private final TrialObjective objective;
    private final Map<Workload, Set<Configuration>> configurations;

    /**
     * Races for the greatest throughput.
     *
     * @param planned trials in their order, by replicate; a duplicate runs once
     */
    public RacedTrials(List<PlannedTrial> planned, Race.Rule rule) {
        this(planned, rule, TrialObjective.throughput);
    }

    /** @param planned trials in their order, by replicate; a duplicate runs once */
    public RacedTrials(List<PlannedTrial> planned, Race.Rule rule, TrialObjective objective) {
        this.planned = PlannedTrials.remaining(planned, List.of());
        this.rule = rule;
        this.objective = objective;
        this.configurations = this.planned.stream()
                .collect(Collectors.groupingBy(
                        PlannedTrial::workload, Collectors.mapping(PlannedTrial::configuration, Collectors.toSet())));
    }

    /** The remaining trials are those that are due now; eliminations make them fewer. */
    @Override
    public Account account(List<Trial> lines) {
        return new Account(
                planned.size(),
                planned.size() - PlannedTrials.remaining(planned, lines).size(),
                due(lines).size());
    }

    @Override
    public List<NextTrial> next(List<Trial> lines) {
        return next(lines, 1);
    }

    /**
     * For one machine one trial, because its result decides about the next. For several machines a round of each race. Trials that failed
     * come last, together.
     */
    @Override
    public List<NextTrial> next(List<Trial> lines, int machines) {
        List<NextTrial> due = due(lines);
        Set<String> attempted = PlannedTrials.attempted(lines);
        List<NextTrial> open = due.stream()
                .filter(next -> !attempted.contains(next.trial().id()))
                .toList();
        if (open.isEmpty()) {
            return due;
        }
        return machines == 1 ? open.subList(0, 1) : rounds(open);
    }

    /** The trials of the lowest replicate in each race. */
    private static List<NextTrial> rounds(List<NextTrial> open) {
        Map<Workload, Integer> lowest = open.stream()
                .map(NextTrial::trial)
                .collect(Collectors.toMap(PlannedTrial::workload, PlannedTrial::repeat, Math::min));
        return open.stream()
                .filter(next -> next.trial().repeat() == lowest.get(next.trial().workload()))
                .toList();
    }

    private List<NextTrial> due(List<Trial> lines) {
        Map<Workload, Race<Configuration>> races = races(lines);
        return PlannedTrials.remaining(planned, lines).stream()
                .filter(trial -> isDue(trial, races.get(trial.workload())))
                .map(trial -> new NextTrial(
                        trial,
                        "",
                        trial.isDefault()
                                ? OptionalDouble.empty()
                                : races.get(trial.workload()).floor(trial.configuration())))
                .toList();
    }

    private boolean isDue(PlannedTrial trial, Race<Configuration> race) {
        Set<Configuration> all = configurations.get(trial.workload());
        boolean isOver = all.size() > rule.keep() && race.isDecided(all);
        return !isOver && (trial.isDefault() || !race.isEliminated(trial.configuration()));
    }

    private Map<Workload, Race<Configuration>> races(List<Trial> lines) {
        Map<Workload, Race<Configuration>> races = new HashMap<>();
        configurations.keySet().forEach(workload -> races.put(workload, new Race<>(rule, objective)));
        Map<String, PlannedTrial> byId = planned.stream().collect(Collectors.toMap(PlannedTrial::id, trial -> trial));
        for (Trial line : lines) {
            PlannedTrial trial = byId.get(line.id());
            if (trial != null && line.isOk()) {
                objective.value(line).ifPresent(value -> races.get(trial.workload())
                        .add(trial.configuration(), value));
            }
        }
        return races;
    }
}
