package io.rafiki.control;

import io.rafiki.workload.Window;
import java.time.Instant;
import java.util.List;

/**
 * What lies behind the present state, for consoles that show more than the last of each.
 *
 * @param at when the tuner last published its state
 * @param windows the last windows, oldest first
 * @param decisions the last decisions, oldest first, those before the last restart included
 * @param knobs every knob that can be read live, in the order of the catalogue, as last looked at
 */
public record StatusHistory(Instant at, List<Window> windows, List<DecisionRecord> decisions, List<KnobState> knobs) {

    public StatusHistory {
        windows = List.copyOf(windows);
        decisions = List.copyOf(decisions);
        knobs = List.copyOf(knobs);
    }
}
