/**
 * The operator's console: the MBean {@code io.rafiki:type=Tuner}, with open types only, and the tables and numbers that
 * {@code io.rafiki.agent.cassandra} shows in Cassandra's own ways.
 *
 * <p>It shows what the tuner publishes and passes verbs on; it decides nothing.
 */
package io.rafiki.agent.console;
