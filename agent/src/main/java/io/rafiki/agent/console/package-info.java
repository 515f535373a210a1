/**
 * The operator's console: the MBean {@code io.rafiki:type=Tuner}, with open types only, and the tables and gauges that
 * {@code io.rafiki.agent.cassandra} registers with Cassandra.
 *
 * <p>All derive from the facts of {@code io.rafiki.status}. Commands go to the tuner; nothing here decides.
 */
package io.rafiki.agent.console;
