/**
 * YCSB as a separate process: its command line, the rows that it loads, and its result files.
 *
 * <p>This package does not depend on Cassandra and never parses progress lines.
 */
package io.rafiki.trainer.ycsb;
