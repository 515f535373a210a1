/**
 * The control loop of one node: it closes windows, decides, executes decisions, observes their outcome and publishes its status.
 *
 * <p>Agent and simulator run the same loop. They supply counters, node connection, clock, log and model loader; this package has no
 * thread and no Cassandra class.
 */
package io.rafiki.control;
