package io.rafiki.workload;

/**
 * One user table's operations since its metrics were created: exact, monotonic, local to the node.
 *
 * @param table {@code keyspace.table}
 * @param reads single-partition reads
 * @param writes partition updates
 * @param scans range reads
 */
public record TableCounts(String table, long reads, long writes, long scans) {}
