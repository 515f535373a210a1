package io.rafiki.trainer.demo;

/**
 * Something that the tuner did.
 *
 * @param second when, counted from the start of the run
 * @param kind hold, propose, apply, rollback, rewriting or settled
 * @param text the tuner's own line
 */
record DemoEvent(double second, String kind, String text) {}
