/**
 * YCSB bindings and workloads. They run in the JVM of the YCSB client, a separate process that the trainer starts. They depend on YCSB
 * and the drivers of Cassandra and Redis only.
 */
package io.rafiki.ycsb;
