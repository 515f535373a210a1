package io.rafiki.control.record;

import io.rafiki.control.reason.ChangeOutcome;
import io.rafiki.decision.Change;
import io.rafiki.decision.Plan;
import io.rafiki.knob.NamedValues;
import io.rafiki.reason.Reason;
import io.rafiki.reason.ReasonText;
import io.rafiki.workload.Window;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadSensors;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One decision as journal, log and console show it.
 *
 * @param number of the decision; the id is {@code d42}
 * @param at time of the decision
 * @param kind {@code hold}, {@code propose}, {@code apply} or {@code rollback}
 * @param reason of the decision
 * @param gainPercent predicted gain; NaN if none was predicted
 * @param gainDeviationPercent its standard deviation over the ensemble's members; NaN likewise
 * @param workload of the decision's window, as value of each feature by name; empty if there was no window
 * @param coordinatedReadRatio share of reads among the client requests that the node coordinated in that window; NaN if unknown
 * @param configuration the chosen configuration as text; empty for a hold
 * @param changes the knobs that change as text; empty if none
 * @param tables tables whose options change; empty if none
 * @param readBack result of the execution; empty if the decision changes nothing or is not finished
 * @param verdict its observed effect; empty while that is unknown
 */
public record DecisionRecord(
        long number,
        Instant at,
        String kind,
        Reason reason,
        double gainPercent,
        double gainDeviationPercent,
        Map<String, Double> workload,
        double coordinatedReadRatio,
        String configuration,
        String changes,
        List<String> tables,
        Optional<Reason> readBack,
        Optional<Reason> verdict) {

    private static final int SHOWN = 3;
    private static final String OK = new ChangeOutcome.Ok().code();

    public DecisionRecord {
        tables = List.copyOf(tables);
        workload = Collections.unmodifiableMap(new LinkedHashMap<>(workload));
    }

    /**
     * A decision that is not executed yet.
     *
     * @param plan empty for a hold
     */
    public static DecisionRecord of(
            long number, Instant at, String kind, Reason reason, Optional<Window> window, Optional<Plan> plan) {
        return new DecisionRecord(
                number,
                at,
                kind,
                reason,
                plan.map(chosen -> 100 * chosen.gain().mean()).orElse(Double.NaN),
                plan.map(chosen -> 100 * chosen.gain().deviation()).orElse(Double.NaN),
                workload(window),
                window.map(last -> last.clients().readRatio()).orElse(Double.NaN),
                plan.map(DecisionRecord::configuration).orElse(""),
                plan.map(chosen -> text(chosen.changes(), Change::toString)).orElse(""),
                plan.map(Plan::tables).orElse(List.of()),
                Optional.empty(),
                Optional.empty());
    }

    /** A rollback that is not executed yet. */
    public static DecisionRecord rollback(
            long number, Instant at, Reason reason, Optional<Window> window, List<Change> undone) {
        return new DecisionRecord(
                number,
                at,
                "rollback",
                reason,
                Double.NaN,
                Double.NaN,
                workload(window),
                window.map(last -> last.clients().readRatio()).orElse(Double.NaN),
                text(undone, change -> change.knob() + "=" + change.from()),
                text(undone, change -> change.knob() + " " + change.to() + " -> " + change.from()),
                undone.stream()
                        .flatMap(change -> change.tables().stream())
                        .distinct()
                        .toList(),
                Optional.empty(),
                Optional.empty());
    }

    /** The configuration without the assumed values of skipped knobs, because an operator may export it. */
    private static String configuration(Plan plan) {
        Map<String, Object> values = new LinkedHashMap<>(plan.to().toMap());
        values.keySet().removeAll(plan.skipped());
        return NamedValues.text(values);
    }

    private static Map<String, Double> workload(Optional<Window> window) {
        return WorkloadSensors.values(window.map(Window::workload).orElse(Workload.NONE));
    }

    private static String text(List<Change> changes, Function<Change, String> wording) {
        return changes.stream().map(wording).collect(Collectors.joining(", "));
    }

    /** {@code d42}. */
    public String id() {
        return "d" + number;
    }

    /** The tables, shortened to the first three. */
    public String tablesText() {
        return tables.stream().limit(SHOWN).collect(Collectors.joining(", "))
                + (tables.size() > SHOWN ? " and " + (tables.size() - SHOWN) + " more" : "");
    }

    /** Whether it was executed and read back. */
    public boolean isDone() {
        return readBack.map(Reason::code).filter(OK::equals).isPresent();
    }

    /** The operator's wording of the reason. */
    public String reasonText() {
        return ReasonText.of(reason);
    }

    /** The operator's wording of the outcome; empty if there is none. */
    public String readBackText() {
        return readBack.map(ReasonText::of).orElse("");
    }

    /** The operator's wording of the verdict; empty if there is none. */
    public String verdictText() {
        return verdict.map(ReasonText::of).orElse("");
    }

    /** The same decision with its outcome at the node. */
    public DecisionRecord readBack(Reason outcome) {
        return with(Optional.of(outcome), verdict);
    }

    /** The same decision with its observed effect. */
    public DecisionRecord verdict(Reason effect) {
        return with(readBack, Optional.of(effect));
    }

    private DecisionRecord with(Optional<Reason> outcome, Optional<Reason> effect) {
        return new DecisionRecord(
                number,
                at,
                kind,
                reason,
                gainPercent,
                gainDeviationPercent,
                workload,
                coordinatedReadRatio,
                configuration,
                changes,
                tables,
                outcome,
                effect);
    }

    /** The number in an id; 0 if the text is none. */
    public static long number(String id) {
        return id.matches("d\\d{1,18}") ? Long.parseLong(id.substring(1)) : 0;
    }
}
