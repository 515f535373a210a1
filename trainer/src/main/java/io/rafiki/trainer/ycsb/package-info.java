/**
 * YCSB as a separate process: its command line and its result files.
 *
 * <p>This package does not depend on Cassandra and never parses progress lines.
 */
package io.rafiki.trainer.ycsb;
