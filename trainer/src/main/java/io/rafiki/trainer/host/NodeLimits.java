package io.rafiki.trainer.host;

/**
 * The resource limits of a node.
 *
 * @param memory limit of its memory including page cache, in MiB
 * @param reads limit of disk reads from its folder, per second
 * @param cpu limit of its processor time, in percent of one processor
 */
public record NodeLimits(AppliedLimit memory, AppliedLimit reads, AppliedLimit cpu) {}
