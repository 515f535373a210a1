/**
 * YCSB as a process of its own: its command line, and what it reports in its own files.
 *
 * <p>Nothing here knows Cassandra; progress lines are never read.
 */
package io.rafiki.trainer.ycsb;
