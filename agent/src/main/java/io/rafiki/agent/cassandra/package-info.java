/**
 * All that knows Cassandra from within: when the node is up, what its tables count, the setters that it lacks,
 * its virtual tables and its metrics registry.
 *
 * <p>Everything but those three goes through an {@code MBeanServerConnection}. Nothing here decides.
 */
package io.rafiki.agent.cassandra;
