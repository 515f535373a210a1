package io.rafiki.decision;

import io.rafiki.reason.Reason;

/** A change that rewrites data and was left out of a plan. */
public record RewriteDeferred(Change change, RewriteObstacle obstacle) implements Reason {}
