package io.rafiki.status;

import io.rafiki.control.configuration.KnobState;
import io.rafiki.control.status.TunerStatus;
import io.rafiki.decision.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A knob with its proposed value.
 *
 * @param state of the knob in the node
 * @param proposed value in the pending proposal; empty if none is pending or it leaves the knob out
 */
public record KnobRow(KnobState state, Optional<String> proposed) {

    /** The knobs of a status, in the order of the catalogue. */
    public static List<KnobRow> of(TunerStatus status) {
        Map<String, Object> proposed = status.pending().map(KnobRow::values).orElse(Map.of());
        return status.past().knobs().stream()
                .map(state -> new KnobRow(
                        state, Optional.ofNullable(proposed.get(state.knob())).map(String::valueOf)))
                .toList();
    }

    /** The values of a plan, which contains an assumed one for each knob that it leaves out. */
    private static Map<String, Object> values(Plan plan) {
        Map<String, Object> values = plan.to().toMap();
        values.keySet().removeAll(plan.skipped());
        return values;
    }
}
