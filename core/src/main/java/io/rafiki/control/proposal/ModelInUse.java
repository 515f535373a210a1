package io.rafiki.control.proposal;

import io.rafiki.reason.Reason;

/** An operator's model was loaded. */
public record ModelInUse(String file) implements Reason {}
