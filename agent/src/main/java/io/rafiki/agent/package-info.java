/** The tuner inside a node: its thread, its log and the wiring of the control loop to Cassandra. */
package io.rafiki.agent;
