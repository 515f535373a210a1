package io.rafiki.status;

import io.rafiki.control.KnobState;
import io.rafiki.control.TunerStatus;
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
        Map<String, Object> proposed =
                status.pending().map(plan -> plan.to().toMap()).orElse(Map.of());
        return status.past().knobs().stream()
                .map(state -> new KnobRow(
                        state, Optional.ofNullable(proposed.get(state.knob())).map(String::valueOf)))
                .toList();
    }
}
