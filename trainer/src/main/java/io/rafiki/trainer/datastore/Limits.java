package io.rafiki.trainer.datastore;

/**
 * What a node is limited to.
 *
 * @param memory that it holds, page cache included, in MiB
 * @param reads from the disk of its folder, a second
 */
public record Limits(Limit memory, Limit reads) {}
