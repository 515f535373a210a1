/**
 * YCSB bindings and workloads. Runs in the YCSB client's JVM, which the trainer starts as a process of its own; knows YCSB and the
 * Cassandra driver, and nothing of the tuner.
 */
package io.rafiki.ycsb;
