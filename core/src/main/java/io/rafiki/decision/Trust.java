package io.rafiki.decision;

import io.rafiki.knob.Configuration;
import java.util.List;
import java.util.Optional;

/** How far the loaded model may be believed in this node. */
public interface Trust {

    /** Says in one phrase with numbers that the workload lies outside of what was trained; empty if it lies inside. */
    Optional<String> outside(double readRatio);

    /** Says in one phrase with numbers which knob lies outside of what was trained; empty if none does. */
    Optional<String> outside(Configuration configuration);

    /** What the model was trained on and this node is not, one phrase each; empty if the provenance fits. */
    List<String> mismatches();
}
