package io.rafiki.control.status;

import io.rafiki.control.configuration.KnobState;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.workload.Window;
import java.time.Instant;
import java.util.List;

/**
 * The recent past of a tuner.
 *
 * @param at when the tuner last published its state
 * @param windows the last windows, oldest first
 * @param decisions the last decisions, oldest first, including those before the last restart
 * @param knobs every knob that can be read live, in the order of the catalogue, as last read
 */
public record StatusHistory(Instant at, List<Window> windows, List<DecisionRecord> decisions, List<KnobState> knobs) {

    public StatusHistory {
        windows = List.copyOf(windows);
        decisions = List.copyOf(decisions);
        knobs = List.copyOf(knobs);
    }
}
