/**
 * The control loop of one node: it closes windows, decides, executes decisions, observes their outcome and publishes its status.
 *
 * <p>This package wires the loop. Each package below uses only those before it: {@code reason}, {@code record}, {@code configuration},
 * {@code rewrite}, {@code proposal}, {@code machine}, {@code status}, {@code executor}, {@code rollout}.
 *
 * <p>Agent and simulator run the same loop. They supply counters, node connection, clock, log and model loader. No package here has a
 * thread or a Cassandra class.
 */
package io.rafiki.control;
