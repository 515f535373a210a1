package io.rafiki.control.rewrite;

import io.rafiki.node.TrialFiles;

/**
 * A trial compaction that a price needs.
 *
 * @param possible whether it may begin now: the node's JVM has compiled, and the clients without it were seen
 */
public record TrialNeed(TrialFiles files, boolean possible) {}
