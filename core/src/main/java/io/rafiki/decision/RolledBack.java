package io.rafiki.decision;

/**
 * A decision whose changes were taken back, and the read ratio that it was meant for.
 *
 * @param decision its id
 * @param readRatio of its window
 */
public record RolledBack(String decision, double readRatio) {}
