/**
 * All that knows Cassandra from within: when the node is up, what its tables count, and the setters that it lacks.
 *
 * <p>Everything but those setters goes through an {@code MBeanServerConnection}. Nothing here decides.
 */
package io.rafiki.agent.cassandra;
