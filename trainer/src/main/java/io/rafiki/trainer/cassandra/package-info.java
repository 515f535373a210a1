/**
 * Cassandra nodes for trials (embedded, installed, container, remote), their data sets, and access by JMX and CQL.
 */
package io.rafiki.trainer.cassandra;
