package io.rafiki.trainer.active;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Status;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The trials of a campaign so far, in the order in which they were first begun. A line that was given up because the collector was told
 * to stop does not count: its trial is still to be run.
 *
 * @param attempts one for each trial
 */
record History(List<Attempt> attempts) {

    History {
        attempts = List.copyOf(attempts);
    }

    /** @throws IOException with one line, if a line is of no trial of this space */
    static History of(KnobSpace space, List<Trial> lines) throws IOException {
        Map<String, List<Trial>> byId = new LinkedHashMap<>();
        for (Trial line : lines) {
            if (line.status() != Status.ABORTED) {
                byId.computeIfAbsent(line.id(), id -> new ArrayList<>()).add(line);
            }
        }
        List<Attempt> attempts = new ArrayList<>();
        for (List<Trial> ofOne : byId.values()) {
            attempts.add(attempt(space, ofOne));
        }
        return new History(attempts);
    }

    int size() {
        return attempts.size();
    }

    boolean has(PlannedTrial trial) {
        String id = trial.id();
        return attempts.stream().anyMatch(attempt -> attempt.id().equals(id));
    }

    List<Attempt> measured() {
        return attempts.stream().filter(Attempt::isMeasured).toList();
    }

    /** A trial that was disturbed once. */
    Optional<Attempt> disturbed() {
        return attempts.stream()
                .filter(attempt -> attempt.outcome() == Attempt.Outcome.DISTURBED)
                .findFirst();
    }

    /** How many trials are none of these. */
    int without(Set<String> ids) {
        return (int)
                attempts.stream().filter(attempt -> !ids.contains(attempt.id())).count();
    }

    /** What there was before the trial number {@code count}, from 0, of those that are none of these; all if there is no such one. */
    History before(int count, Set<String> ids) {
        int seen = 0;
        for (int i = 0; i < attempts.size(); i++) {
            if (!ids.contains(attempts.get(i).id()) && seen++ == count) {
                return new History(attempts.subList(0, i));
            }
        }
        return this;
    }

    private static Attempt attempt(KnobSpace space, List<Trial> lines) throws IOException {
        Trial first = lines.get(0);
        Optional<Trial> good = lines.stream()
                .filter(Trial::isOk)
                .filter(line -> line.throughput() != null)
                .findFirst();
        boolean failed = lines.stream().anyMatch(line -> line.status() != Status.DISTURBED);
        Attempt.Outcome outcome = good.isPresent()
                ? Attempt.Outcome.MEASURED
                : failed ? Attempt.Outcome.FAILED : lines.size() > 1 ? Attempt.Outcome.LEFT : Attempt.Outcome.DISTURBED;
        return new Attempt(
                first.id(),
                first.workload().readRatio(),
                configuration(space, first),
                outcome,
                good.map(line -> line.throughput().mean()).orElse(Double.NaN));
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
