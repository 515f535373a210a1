package io.rafiki.trainer.campaign;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.Range;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.trainer.train.DriftCorrection;
import io.rafiki.trainer.train.StateCorrection;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.TrialStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The outcomes of a campaign so far, in the order of first attempts. A line that was aborted because the collector stopped does not
 * count; its trial is still due.
 *
 * @param attempts one per trial
 */
record TrialHistory(List<TrialOutcome> attempts) {

    TrialHistory {
        attempts = List.copyOf(attempts);
    }

    /**
     * The outcomes of these lines.
     *
     * @param objective gives the values; throughputs are corrected for the states of the files and the drift of the machine
     * @throws IOException with one line, if a line does not match this space
     */
    static TrialHistory of(KnobSpace space, TrialObjective objective, List<Trial> lines) throws IOException {
        Map<String, List<Trial>> byId = new LinkedHashMap<>();
        List<Trial> values = objective == TrialObjective.throughput
                ? corrected(space, StateCorrection.of(lines).lines())
                : lines;
        for (Trial line : values) {
            if (line.status() != TrialStatus.ABORTED) {
                byId.computeIfAbsent(line.id(), id -> new ArrayList<>()).add(line);
            }
        }
        List<TrialOutcome> attempts = new ArrayList<>();
        for (List<Trial> ofOne : byId.values()) {
            attempts.add(attempt(space, objective, ofOne));
        }
        return new TrialHistory(attempts);
    }

    /** Another machine in a later session is no effect of the knobs. */
    private static List<Trial> corrected(KnobSpace space, List<Trial> lines) throws IOException {
        List<Trial> good = lines.stream().filter(TrialHistory::hasThroughput).toList();
        List<Trial> baselines = new ArrayList<>();
        for (Trial line : good) {
            if (configuration(space, line).equals(space.defaults())) {
                baselines.add(line);
            }
        }
        DriftCorrection drift = DriftCorrection.ofThroughput(baselines, good);
        return lines.stream()
                .map(line -> hasThroughput(line) ? line.times(drift.factor(line)) : line)
                .toList();
    }

    private static boolean hasThroughput(Trial line) {
        return line.isOk() && line.throughput() != null && line.throughput().mean() > 0;
    }

    int size() {
        return attempts.size();
    }

    boolean has(PlannedTrial trial) {
        String id = trial.id();
        return attempts.stream().anyMatch(attempt -> attempt.id().equals(id));
    }

    List<TrialOutcome> measured() {
        return attempts.stream().filter(TrialOutcome::isMeasured).toList();
    }

    /**
     * Where the next trials may be: without the choices that only failed, and without the numbers beyond the measured ones on a side where
     * a trial failed.
     */
    TrainingDomain withoutFailures(KnobSpace space) {
        List<TrainingDomain.Seen> knobs = new ArrayList<>();
        for (int k = 0; k < space.size(); k++) {
            knobs.add(withoutFailures(
                    space.knob(k), codes(k, TrialOutcome.Outcome.MEASURED), codes(k, TrialOutcome.Outcome.FAILED)));
        }
        return new TrainingDomain(Map.of(), knobs);
    }

    private static TrainingDomain.Seen withoutFailures(Knob knob, List<Double> measured, List<Double> failed) {
        DoubleSummaryStatistics numbers = measured.stream()
                .filter(knob::isNumber)
                .mapToDouble(Double::doubleValue)
                .summaryStatistics();
        double min = knob.range().map(Range::min).orElse(Double.NaN);
        double max = knob.range().map(Range::max).orElse(Double.NaN);
        for (double code : failed) {
            if (knob.isNumber(code)) {
                min = code < numbers.getMin() ? numbers.getMin() : min;
                max = code > numbers.getMax() ? numbers.getMax() : max;
            }
        }
        return new TrainingDomain.Seen(
                min,
                max,
                knob.singles().stream()
                        .filter(code -> measured.contains(code) || !failed.contains(code))
                        .toList());
    }

    private List<Double> codes(int knob, TrialOutcome.Outcome outcome) {
        return attempts.stream()
                .filter(attempt -> attempt.outcome() == outcome)
                .map(attempt -> attempt.configuration().code(knob))
                .toList();
    }

    /** A trial that was disturbed once. */
    Optional<TrialOutcome> disturbed() {
        return attempts.stream()
                .filter(attempt -> attempt.outcome() == TrialOutcome.Outcome.DISTURBED)
                .findFirst();
    }

    /** The number of trials other than these. */
    int without(Set<String> ids) {
        return (int)
                attempts.stream().filter(attempt -> !ids.contains(attempt.id())).count();
    }

    private static TrialOutcome attempt(KnobSpace space, TrialObjective objective, List<Trial> lines)
            throws IOException {
        Trial first = lines.get(0);
        OptionalDouble value = lines.stream()
                .filter(Trial::isOk)
                .flatMapToDouble(line -> objective.value(line).stream())
                .findFirst();
        boolean failed = lines.stream().anyMatch(line -> line.status() != TrialStatus.DISTURBED);
        TrialOutcome.Outcome outcome = value.isPresent()
                ? TrialOutcome.Outcome.MEASURED
                : failed
                        ? TrialOutcome.Outcome.FAILED
                        : lines.size() > 1 ? TrialOutcome.Outcome.LEFT : TrialOutcome.Outcome.DISTURBED;
        return new TrialOutcome(
                first.id(),
                first.workload().features(),
                configuration(space, first),
                outcome,
                value.orElse(Double.NaN));
    }

    private static Configuration configuration(KnobSpace space, Trial trial) throws IOException {
        Set<String> names = space.knobs().stream().map(knob -> knob.name()).collect(Collectors.toSet());
        try {
            if (!trial.proposed().keySet().equals(names)) {
                throw new IllegalArgumentException("expected values for " + space.names() + ", found "
                        + trial.proposed().keySet());
            }
            return space.configuration(trial.proposed());
        } catch (IllegalArgumentException refused) {
            throw new IOException(
                    "trial " + trial.id() + ": " + refused.getMessage() + ". Is it of another campaign?", refused);
        }
    }
}
