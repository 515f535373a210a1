package io.rafiki.cluster;

/**
 * Why no node may be changed now.
 *
 * @param why one phrase
 * @param isByOperator whether an operator required it; then a harmful canary keeps its change too
 */
public record Hold(String why, boolean isByOperator) {}
