package io.rafiki.control.configuration;

import io.rafiki.reason.Reason;
import java.util.Optional;

/** Ends the execution of a plan between two writes. */
@FunctionalInterface
public interface WriteGate {

    /** Why the next write must not be made; empty if it may. */
    Optional<Reason> obstacle();
}
