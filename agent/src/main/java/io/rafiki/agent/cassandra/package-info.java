/**
 * Code that needs Cassandra's classes or JVM: node readiness, missing setters, virtual tables and the metrics registry.
 *
 * <p>It contains no decisions.
 */
package io.rafiki.agent.cassandra;
