package io.rafiki.trainer.host;

/**
 * The resource limits of a node.
 *
 * @param memory limit of its memory including page cache, in MiB
 * @param reads limit of disk reads from its folder, per second
 * @param cpu limit of its processor time, in percent of one processor
 * @param readAhead read-ahead of the disk of its folder, in KiB
 */
public record NodeLimits(AppliedLimit memory, AppliedLimit reads, AppliedLimit cpu, AppliedLimit readAhead) {}
