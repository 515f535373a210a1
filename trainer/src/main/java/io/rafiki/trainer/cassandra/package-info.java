/**
 * Cassandra nodes for trials (embedded, installed, container, remote), their data sets, access by JMX and CQL, and what a trial needs from
 * them.
 */
package io.rafiki.trainer.cassandra;
