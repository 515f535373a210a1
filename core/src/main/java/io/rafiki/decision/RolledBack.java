package io.rafiki.decision;

import io.rafiki.knob.Configuration;

/** A configuration that was applied and taken back, and the read ratio that it was meant for. */
public record RolledBack(Configuration configuration, double readRatio) {}
